import { describe, expect, it } from 'vitest'
import { renderIndexTags } from '~/pages/head-tags.server'

const requestInfo = { locale: 'en', origin: 'http://a.example' } as Parameters<typeof renderIndexTags>[1]
const page = { title: 'Log in &amp; play', request: new Request('http://a.example/login') }

describe('what machines read of a page', () => {
  it('is nothing of a page that is not for everybody', () => {
    expect(renderIndexTags(page, requestInfo, { pattern: '/note', handle: {} })).toBe('')
  })

  it('is escaped once, and has no address of its own without PUBLIC_ORIGIN', () => {
    const described = { ...requestInfo, origin: 'http://a.example"><script>' }
    const handle = { indexed: { description: 'about.login' } } as const
    const tags = renderIndexTags(page, described, { pattern: '/login', handle })
    expect(tags).toContain('<meta property="og:title" content="Log in &amp; play">')
    expect(tags).toContain('content="http://a.example&quot;&gt;&lt;script&gt;/social.png"')
    expect(tags).toContain('<meta name="description" property="og:description" content="Log in as a member.">')
    expect(tags).not.toMatch(/canonical|hreflang|og:url/)
  })
})
