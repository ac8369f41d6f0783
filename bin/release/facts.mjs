#!/usr/bin/env node
// @ts-check
/** Prints the reasons against tagging this commit with the version in package.json. Exits with 1 if there are any. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
/** @param {string[]} args */
const succeeds = (...args) => {
  try {
    git(...args)
    return true
  } catch {
    return false
  }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const [, baseline = ''] = /baselineCommit = '(\w+)'/.exec(readFileSync('tests/support/baseline.ts', 'utf8')) ?? []
/** @type {string} The newest release tag before this commit, or '' if there is none. */
const latestTag = succeeds('describe', '--tags', '--match=v*', '--abbrev=0')
  ? git('describe', '--tags', '--match=v*', '--abbrev=0')
  : ''
/** @type {[string, boolean][]} Reasons against a release. The boolean is true if the reason applies. */
const obstacles = [
  ['The working tree has changes that are not committed', git('status', '--porcelain') !== ''],
  [`${version} is no semantic version of a release`, !/^[1-9]\d*\.\d+\.\d+$/.test(version)],
  [`v${version} is tagged already`, succeeds('rev-parse', '--verify', `refs/tags/v${version}`)],
  [
    `CHANGELOG.md has no section "## ${version} (year-month-day)" at its top`,
    /^## (.*)$/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]?.replace(/\(\d{4}-\d\d-\d\d\)$/, '()') !==
      `${version} ()`,
  ],
  [
    `${baseline} of tests/support/baseline.ts is not in this commit's history`,
    !succeeds('merge-base', '--is-ancestor', baseline, 'HEAD'),
  ],
  [
    `${baseline} of tests/support/baseline.ts is not the release before, ${latestTag}`,
    latestTag !== '' && git('rev-parse', `${latestTag}^{commit}`) !== git('rev-parse', `${baseline}^{commit}`),
  ],
]
const standing = obstacles.filter(([, stands]) => stands).map(([obstacle]) => obstacle)
for (const obstacle of standing) process.stdout.write(`${obstacle}\n`)
process.exit(standing.length === 0 ? 0 : 1)
