import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { IndexTags } from '~/server/head-tags.server'
import type { MatchedRoute } from '~/server/route.server'

function render(route: MatchedRoute, origin = 'http://a.example'): string {
  const request = new Request('http://a.example/login')
  return renderToStaticMarkup(<IndexTags request={request} requestInfo={{ locale: 'en', origin }} route={route} />)
}

describe('what machines read of a page', () => {
  it('is nothing of a page that is not for everybody', () => {
    expect(render({ pattern: '/note', handle: {} })).toBe('')
  })

  it('is escaped once, and has no address of its own without PUBLIC_ORIGIN', () => {
    const tags = render(
      { pattern: '/login', handle: { indexed: { description: 'about.login' } } },
      'http://a.example"><script>',
    )
    expect(tags).toContain('content="http://a.example&quot;&gt;&lt;script&gt;/social.png"')
    expect(tags).toContain('<meta name="description" property="og:description" content="Log in as a member."/>')
    expect(tags).not.toMatch(/canonical|hreflang|og:url/i)
  })
})
