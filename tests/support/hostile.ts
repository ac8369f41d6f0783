/** Hostile input for the site's parsers and URLs, which must reject it without failing. */

/** The name is shown in the test report. */
type NamedValue = readonly [name: string, value: string]

const nul = '\u0000'

/** Texts that are not valid as a name, id, code, date or amount. */
export const hostileTexts: readonly NamedValue[] = [
  ['nothing', ''],
  ['NUL', nul],
  ['NUL inside', `de${nul}mo`],
  ['a line end and a header', 'demo\r\nSet-Cookie: madang=x'],
  ['a right-to-left override', '\u202eomed'],
  ['isolates', '\u2066demo\u2069'],
  ['a script', '<script>alert(1)</script>'],
  ['an image', '"><img src=x onerror=alert(1)>'],
  ['a quote', `' or '1'='1' --`],
  ['the prototype', '__proto__'],
  ['the constructor', 'constructor'],
  ['an object', '[object Object]'],
  ['JSON', '{"a":1}'],
  ['a path', '../../../../etc/passwd'],
  ['an escape', '\u001b[31mred'],
  ['5,000 letters', 'x'.repeat(5_000)],
  ['40,000 letters', 'x'.repeat(40_000)],
  ['combining marks', `a${'\u0301'.repeat(2_000)}`],
  ['500 faces', '😀'.repeat(500)],
  ['a template', '#{7*7}{{7*7}}<%= 7*7 %>'],
  ['a formula', '=cmd|"/c calc"!A1'],
  ['a byte order mark', '\ufeffdemo\ufeff'],
]

/** Percent-encoded bytes that are not valid UTF-8, in the encoding of forms and URLs. */
export const brokenEncodings = ['%ED%A0%80', '%ED%B0%80', '%FF%FE', '%C0%AF', '%F0%9F%98'].map(
  (bytes): NamedValue => [bytes, bytes],
)

/** Invalid Cookie headers. Tests replace `{session}` with a valid session cookie and `{value}` with its value. */
export const hostileCookies: readonly NamedValue[] = [
  ['a word as a session', 'madang=x'],
  ['a session without encryption', `madang=${btoa('{"alg":"none"}')}.e30.`],
  ['a session with another algorithm', `madang=${btoa('{"alg":"RSA-OAEP","enc":"A256GCM"}')}.a.b.c.d`],
  ['a truncated session', '{session-cut}'],
  ['a session with an extra letter', '{session}x'],
  ['a session with an unclosed quote', 'madang="{value}'],
  ['an overlong session', `madang=${'x'.repeat(7_000)}`],
  ['malformed percent encodings', 'madang=%00; lng=%zz; theme=%'],
  ['only separators', ';;=;=;,'],
  ['a notice that isn’t JSON', 'notice=!!!'],
  ['an invalid language', 'lng=__proto__; theme=constructor; lite=<script>'],
  ['two languages', 'lng=<script>; lng=en'],
  ['a notice with markup', `notice=${encodeFlash({ kind: 'success', message: '<script>alert(1)</script>' })}`],
  [
    'a notice with a prototype',
    `notice=${encodeFlash('{"kind":"success","message":"msg2010","values":{"__proto__":"x"}}')}`,
  ],
  ['an overlong notice', `notice=${'e'.repeat(5_000)}`],
  ['invalid games', 'recent=[[]]'],
  ['a game with markup', `recent=${encodeURIComponent('[["<script>","<script>"]]')}`],
  ['nested lists', `recent=${encodeURIComponent('['.repeat(1_000))}`],
  ['an id with markup', 'userId=<script>alert(1)</script>'],
  ['an overlong id', `userId=${'x'.repeat(4_000)}`],
  ['invalid pop-ups', 'pop_=1; pop_%00=1; pop___proto__=1'],
  ['two hundred cookies', Array.from({ length: 200 }, (_, index) => `c${index}=x`).join('; ')],
]

function encodeFlash(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}
