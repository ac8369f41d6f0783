/**
 * Hostile input in tables. Unit tests pass it to the site's parsers, HTTP tests to its URLs. None of it may be accepted
 * as valid or break anything.
 */

/** A name for the report, and the value. */
type NamedValue = readonly [name: string, value: string]

const nul = '\u0000'

/** Texts that are no valid name, id, code, date or amount. */
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

/** Percent-encoded bytes that are no valid UTF-8. Forms and URLs contain them as they are. */
export const brokenEncodings: readonly NamedValue[] = [
  ['half a character', '%ED%A0%80'],
  ['the other half', '%ED%B0%80'],
  ['bytes that are no UTF-8', '%FF%FE'],
  ['an overlong slash', '%C0%AF'],
  ['a character cut off', '%F0%9F%98'],
]

/** Spellings that a form does not accept as an amount. */
export const invalidFormAmounts: readonly string[] = [
  ...['', ' ', '-10000', '+10000', '−10000', '10000-', '(10000)', '1e4', '0x2710', '0b10011100010000'],
  ...['0o23420', '10000.0', '10000.', '.10000', '1,0000', ',10000', '10000,'],
  ...['10_000', '1 0000', '$10000', '10000円', '10000\u0000', '10000\n10000', '10000;20000'],
  ...['10000&20000', 'NaN', 'Infinity', '1/0', 'null', '[10000]', '{"balance":10000}', '９.０', '١٠٠٠٠', '१००००'],
  ...[
    '一万',
    '만',
    '만1',
    '1만만',
    '1만5',
    '1억5천',
    '2천5만',
    '1만10000',
    '1억12000만',
    '1억 10,000만',
    '10천',
    '1만1억',
  ],
  ...['1.5만', '0만', '0,100', '1,000,00', '10000원원', '100000000억', '1천만5천만', '9007199254740992'],
  ...['99999999999999999999', '1'.repeat(400), '=10000', '10000<script>'],
  ...['10000%', '½'],
]

/** JSON values that the API does not accept as an amount: it takes only an integer or a string of ASCII digits. */
export const invalidJsonAmounts: readonly string[] = [
  ...['1e4', '1E4', '10000.0', '10000.5', '1e-4', '-10000', '-0', '0', '1e999', '9007199254740992'],
  ...['99999999999999999999', 'null', 'true', '[]', '[10000]', '{}', '{"valueOf":10000}', '""', '" 10000"'],
  ...['"10,000"', '"1만"', '"１００００"', '"1e4"', '"+10000"', '"-10000"', '"10000.0"', '"0x2710"'],
  ...['"9007199254740992"', '"\\u0000"', '"\\ud800"'],
]

/** Values of `next` that must not lead to another site. */
export const hostileRedirects: readonly string[] = [
  ...['https://evil.example/', 'http://evil.example', '//evil.example', '///evil.example', '/\\evil.example'],
  ...['\\\\evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example', ' //evil.example'],
  ...['/..//evil.example', '/a/..//evil.example', '/%09/evil.example/..//evil.example', '/\r\n/evil.example'],
  ...['/\u0000/evil.example', '\u0001//evil.example', '\u00a0//evil.example', '\ufeff//evil.example'],
  ...['/\u2028/evil.example', '\uff0f\uff0fevil.example', '/\uff0fevil.example', '/\u2044evil.example'],
  ...['/\u2215/evil.example', '/./\t/evil.example', '/.\\/evil.example', '/%2e//evil.example'],
  ...['/a/%2E%2E//evil.example', '/%2fevil.example', '/%5cevil.example', '/%2f%2fevil.example'],
  ...['/%09/evil.example', '/%2509/evil.example', '/%zz/evil.example', '//user:word@evil.example'],
  ...['/@evil.example', '//[::1]/', '//[', '//\u0437\u043b\u043e.example', '/\ud800/evil.example'],
  ...['\udc00//evil.example', 'https:evil.example', 'https:/evil.example', 'HTTPS://evil.example'],
  ...['java\tscript:alert(1)', 'javascript:alert(1)', 'data:text/html,x', 'evil.example', '@evil.example', ''],
  `/${'x'.repeat(3_000)}`,
]

/** JSON bodies that are refused before anything is sent to the upstream, each with its HTTP status. */
export const hostileJson: readonly (readonly [name: string, text: string, status: 400 | 422])[] = [
  ['nothing', '', 400],
  ['a cut off object', '{', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['a text', '"x"', 400],
  ['a number', '1', 400],
  ['two values', '{} {}', 400],
  ['single quotes', "{'a':1}", 400],
  ['a closing comma', '{"a":1,}', 400],
  ['a comment', '{/* */}', 400],
  ['a byte order mark', '\ufeff{}', 400],
  ['not a number', '{"a":NaN}', 400],
  ['a bare control character', '{"a":"\u0001"}', 400],
  ['one name twice', '{"a":1,"a":1}', 400],
  ['one name twice, once escaped', '{"a":1,"\\u0061":2}', 400],
  ['one name twice, deep inside', '{"a":[{"b":{"c":1,"c":2}}]}', 400],
  ['the prototype twice', '{"__proto__":1,"__proto__":2}', 400],
  ['an unknown name', '{"unknown":1}', 422],
  ['the prototype', '{"__proto__":{"admin":true}}', 422],
  ['the constructor', '{"constructor":{"prototype":{"admin":true}}}', 422],
  ['an empty name', '{"":1}', 422],
  ['lists in lists', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 422],
  ['objects in objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, 422],
  ['ten thousand names', `{${Array.from({ length: 6_000 }, (_, index) => `"n${index}":1`).join()}}`, 422],
  ['a long text', `{"a":"${'x'.repeat(60_000)}"}`, 422],
  ['a long number', `{"a":${'9'.repeat(60_000)}}`, 422],
]

/** JSON values that are refused for a field that is a text or an id. */
export const hostileFieldJson: readonly NamedValue[] = [
  ['NUL', '"\\u0000"'],
  ['NUL inside', '"a\\u0000b"'],
  ['half a character', '"\\ud800"'],
  ['the other half', '"a\\udfff"'],
  ['a line end', '"a\\r\\nX-A: b"'],
  ['a right-to-left override', '"\\u202eabc"'],
  ['an escape', '"\\u001b[31m"'],
  ['overlong', JSON.stringify('x'.repeat(20_000))],
  ['nothing', '""'],
  ['null', 'null'],
  ['a mark', 'true'],
  ['a list', '["a"]'],
  ['an object', '{"a":1}'],
  ['a fraction', '1.5'],
]

/** Texts that are no calendar date. */
export const hostileDates: readonly string[] = [
  ...['2026-02-30', '2026-13-01', '2026-00-10', '0000-00-00', '2026-1-1', '20260101', '2026/01/01'],
  ...['01-01-2026', '+012026-01-01', '-2026-01-01', '2026-01-01T00:00:00Z', 'yesterday', '9'.repeat(30)],
  ...['２０２６-01-01', "2026-01-01'--"],
]

/** Texts that are no page number. */
export const hostilePages: readonly string[] = [
  ...['0', '-1', '1.5', '1e3', '0x1', '9'.repeat(30), '+1', ' 1', 'x', 'NaN', '１', '1;2'],
]

/** Cookie headers that the site never sets. `{session}` stands for a valid session cookie, `{value}` for its value. */
export const hostileCookies: readonly NamedValue[] = [
  ['an empty session', 'madang='],
  ['a word as a session', 'madang=x'],
  ['five parts of nothing', 'madang=a.b.c.d.e'],
  ['a header that names no encryption', `madang=${btoa('{"alg":"none"}')}.e30.`],
  ['another algorithm', `madang=${btoa('{"alg":"RSA-OAEP","enc":"A256GCM"}')}.a.b.c.d`],
  ['a session cut short', '{session-cut}'],
  ['a session with a letter more', '{session}x'],
  ['a session in quotes that do not close', 'madang="{value}'],
  ['an overlong session', `madang=${'x'.repeat(7_000)}`],
  ['broken percents', 'madang=%00; lng=%zz; theme=%'],
  ['only signs', ';;=;=;,'],
  ['a language that is none', 'lng=__proto__; theme=constructor; lite=<script>'],
  ['two languages', 'lng=<script>; lng=en'],
  ['a notice that is no JSON', 'notice=!!!'],
  ['a notice with markup', `notice=${encodeFlash({ kind: 'success', message: '<script>alert(1)</script>' })}`],
  ['a notice of no message of ours', `notice=${encodeFlash({ kind: 'success', message: 'constructor' })}`],
  [
    'a notice with the prototype',
    `notice=${encodeFlash('{"kind":"success","message":"msg2010","values":{"__proto__":"x"}}')}`,
  ],
  ['an overlong notice', `notice=${'e'.repeat(5_000)}`],
  ['games that are none', 'recent=[[]]'],
  ['a game with markup', `recent=${encodeURIComponent('[["<script>","<script>"]]')}`],
  ['lists in lists', `recent=${encodeURIComponent('['.repeat(1_000))}`],
  ['an id with markup', 'userId=<script>alert(1)</script>'],
  ['an overlong id', `userId=${'x'.repeat(4_000)}`],
  ['pop-ups that are none', 'pop_=1; pop_%00=1; pop___proto__=1'],
  ['two hundred cookies', Array.from({ length: 200 }, (_, index) => `c${index}=x`).join('; ')],
]

function encodeFlash(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

/** Content types that no form of the site has. The last two claim to be multipart. */
export const hostileContentTypes: readonly NamedValue[] = [
  ['a text', 'text/plain'],
  ['JSON', 'application/json'],
  ['XML', 'application/xml'],
  ['bytes', 'application/octet-stream'],
  ['a type that begins alike', 'application/x-www-form-urlencodedx'],
  ['nonsense', '<script>'],
  ['multipart without a boundary', 'multipart/form-data'],
  ['multipart with another boundary', 'multipart/form-data; boundary=other'],
]
