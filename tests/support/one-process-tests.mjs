// @ts-check
/**
 * HTTP tests that ask for one process and nothing between it and the test. A run on replicas (TEST_REPLICAS) leaves
 * them out: whole files, and single tests or groups by their title. a unit test checks that each is there.
 *
 * @typedef {object} OneProcessTests
 * @property {string} file in tests/http, without its ending
 * @property {readonly string[]} [titles] as the source has them; none: the whole file
 * @property {string} why why two processes behind a proxy can't pass them, or say nothing by it
 */

/** @type {readonly OneProcessTests[]} */
export const oneProcessTests = [
  { file: 'front-door', why: 'the proxy itself answers what is hardly HTTP, and keeps connections of its own' },
  { file: 'connections', why: 'a proxy in front closes none of its own connections for want of a place' },
  { file: 'settings', why: 'each setting is seen on one process, and most on PGlite' },
  { file: 'replicas', why: 'it starts two processes itself and asks each of them' },
  { file: 'crowd', why: 'it starts two processes itself and kills one of them' },
  { file: 'store', why: 'the data folder of PGlite belongs to one process' },
  { file: 'traces', why: 'spans and log lines are looked for at the process that answered' },
  {
    file: 'calls-per-page',
    why: 'each process caches what is the same for everyone, and asks once whether the upstream has a call',
  },
  {
    file: 'edges',
    titles: ['what is hardly HTTP'],
    why: 'the proxy itself answers what is hardly HTTP',
  },
  {
    file: 'metrics',
    titles: ['have every figure of docs/operations.md, of this process and of the sites’ work'],
    why: 'metrics are of one process',
  },
  { file: 'edges', titles: ['a site that is told to stop'], why: 'it is told so behind the back of the proxy' },
  {
    file: 'hostile',
    titles: ['that are malformed are answered without an error'],
    why: 'the proxy answers these itself',
  },
  {
    file: 'overload',
    titles: ['is told when to come back, by a page without script in their language'],
    why: 'each process has its own queue, and two of them hold what one refuses',
  },
  { file: 'overload', titles: ['costs much less than a page'], why: 'the processor time is that of one process' },
  { file: 'path-spellings', titles: ['is logged and counted by its own name'], why: 'metrics are of one process' },
  {
    file: 'faults',
    titles: ['and a second one open the circuit of the call'],
    why: 'each process has its own circuits',
  },
  {
    file: 'session',
    titles: ['holds over a restart: a copied cookie stays invalid after a new password and after another login'],
    why: 'without Redis the data folder of one process keeps what has ended',
  },
  {
    file: 'profile-and-history',
    titles: ['hides the passwords when it turns out that the upstream can’t change them'],
    why: 'each process finds out by itself',
  },
  {
    file: 'withdraw',
    titles: ['offers to bring money back from games, and hides the offer when the upstream does not support it'],
    why: 'each process finds out by itself',
  },
  ...[
    { file: 'own-limits', titles: ['without limits shows no part of them'] },
    {
      file: 'documents',
      titles: [
        'says where limits are set, and where nobody or only the site keeps them',
        'promises nothing before anybody knows whether limits can be set on this site',
      ],
    },
    { file: 'languages', titles: ['shows dates in Seoul time, and never without the year'] },
  ].map((one) => ({ ...one, why: 'with Redis the site itself keeps the limits that this upstream lacks' })),
]

/**
 * Why a test is left out of a run on replicas; undefined: it is not.
 * @param {string} file
 * @param {readonly string[]} titles of the test and the groups it is in
 */
export function whyOneProcess(file, titles) {
  return oneProcessTests.find(
    (one) => one.file === file && (one.titles ?? titles).some((title) => titles.includes(title)),
  )?.why
}
