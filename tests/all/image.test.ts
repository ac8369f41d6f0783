import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { reportFigure } from '../support/report-figure'

describe('the image', () => {
  it('builds by its Dockerfile, runs unprivileged on read-only files under Node 20, 24 and 26, and stops in time', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/check-image.mjs'], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    for (const line of stdout.trim().split('\n')) reportFigure(`image: ${line}`)
  })
})
