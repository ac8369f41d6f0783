import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkup } from '~/server/upstream/message-body.server'
import { type Markup, textOfBody } from '~/values/markup'

const pictureOf = (src: string) => (src.startsWith('https://img.test/') ? `/picture/${src.slice(17)}` : undefined)

function tagged(node: Markup): string {
  if (typeof node === 'string') return node.replaceAll('<', '&lt;')
  const { tag, children = [], ...attributes } = node
  const written = Object.entries(attributes).map(([name, value]) => (value === 1 ? '' : ` ${name}=${value}`))
  return `<${tag}${written.join('')}>${children.map(tagged).join('')}${children.length > 0 ? `</${tag}>` : ''}`
}

/** Returns a parsed body as short HTML, or in quotes if it has no markup. */
function shown(html: string): string {
  const body = parseMarkup(html, pictureOf)
  return typeof body === 'string' ? `“${body}”` : body.map(tagged).join('')
}

/** Bodies as an operator wrote them, and as the site shows them. */
// biome-ignore format: one row each
const bodies: readonly (readonly [string, string])[] = [
  // Plain text, and text with few tags
  ['안녕하세요\n\n둘째 문단', '“안녕하세요\n\n둘째 문단”'],
  ['a < b && c > d', '“a < b && c > d”'],
  ['5 &lt; 6 &amp; 7&nbsp;원 &#54620; &hearts;', '“5 < 6 & 7\u00a0원 한 ♥”'],
  ['첫 줄\n<b>굵게</b>\n셋째 줄', '<p>첫 줄<br><strong>굵게</strong><br>셋째 줄</p>'],
  ['<font color="red" size="7">빨강</font>', '“빨강”'],
  ['<span style="font-size:99px">하나\n둘</span>', '“하나\n둘”'],
  ['1줄<br>2줄<br/>3줄<br><br>새 문단', '<p>1줄<br>2줄<br>3줄</p><p>새 문단</p>'],
  ['<br><br>앞뒤<br><br>', '<p>앞뒤</p>'],
  ['<b>굵게</b> <strong>강조</strong> <i>기울임</i> <em>em</em> <u>밑줄</u> <s>s</s> <strike>옛</strike> <del>삭제</del>', '<p><strong>굵게</strong> <strong>강조</strong> <em>기울임</em> <em>em</em> <u>밑줄</u> <s>s</s> <s>옛</s> <s>삭제</s></p>'],
  // Editors: contenteditable, SmartEditor, CKEditor, Summernote, TinyMCE, Quill, Word, Google Docs, Outlook
  ['<div>하나</div><div><br></div><div>둘</div><div>셋</div>', '<p>하나</p><p>둘<br>셋</p>'],
  ['<p>&nbsp;</p><p style="text-align:center"><span style="font-size:14pt"><b>이벤트</b></span></p><p>&nbsp;</p>', '<p><strong>이벤트</strong></p>'],
  ['<div class="se-main-container"><div class="se-component se-text"><p class="se-text-paragraph" id="SE-1"><span class="se-fs-">본문\u200b</span></p></div></div>', '<p>본문\u200b</p>'],
  ['<p>CK<br />\n둘째 줄</p>\n\n<ul>\n\t<li>하나</li>\n\t<li>둘</li>\n</ul>\n', '<p>CK<br>둘째 줄</p><ul><li><p>하나</p></li><li><p>둘</p></li></ul>'],
  ['<p><img src="https://img.test/a.png" data-filename="a.png" style="width: 100%;" onerror="x()"><br></p>', '<p><img src=/picture/a.png alt=></p>'],
  ['<h1>큰 제목</h1><h2>제목</h2><h3>작은 제목</h3><h6>더 작은</h6>', '<h2>큰 제목</h2><h2>제목</h2><h3>작은 제목</h3><h3>더 작은</h3>'],
  ['<ol><li class="ql-align-center">하나</li><li class="ql-indent-1">둘</li></ol><p class="ql-direction-rtl">끝</p>', '<ol><li><p>하나</p></li><li><p>둘</p></li></ol><p>끝</p>'],
  ['<!--[if gte mso 9]><xml><o:p>x</o:p></xml><![endif]--><p class=MsoNormal>워드<o:p></o:p></p>', '<p>워드</p>'],
  ['<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span>구글</span></p><ul><li><p>항목</p></li></ul></b>', '<p><strong>구글</strong></p><ul><li><p><strong>항목</strong></p></li></ul>'],
  ['<html><head><title>제목</title><style>p{color:red}</style></head><body><p>본문</p></body></html>', '<p>본문</p>'],
  ['<center><h4>가운데</h4>글</center>', '<h3>가운데</h3><p>글</p>'],
  ['<pre>  a\n  b</pre>', '<p>a<br>b</p>'],
  ['<figure><img src="https://img.test/b.jpg" alt="배너"><figcaption>설명</figcaption></figure>', '<p><img src=/picture/b.jpg alt=배너><br>설명</p>'],
  // Lists, quotes and tables
  ['<ul><li>하나<ul><li>속</li></ul></li><ul><li>옆</li></ul>글</ul>', '<ul><li><p>하나</p><ul><li><p>속</p></li></ul><ul><li><p>옆</p></li></ul><p>글</p></li></ul>'],
  ['<li>목록 밖</li>', '<p>목록 밖</p>'],
  ['<ul></ul><ol><li></li></ol>끝', '<p>끝</p>'],
  ['<blockquote>인용<p>문단</p></blockquote>뒤', '<blockquote><p>인용</p><p>문단</p></blockquote><p>뒤</p>'],
  ['<table border="1" width="900"><caption>표 제목</caption><thead><tr><th scope="col">등급</th><th>보너스</th></tr></thead><tbody><tr><td colspan="2" rowspan="99" bgcolor="red">10%</td></tr></tbody></table>', '<p>표 제목</p><table><tr><th><p>등급</p></th><th><p>보너스</p></th></tr><tr><td colSpan=2 rowSpan=20><p>10%</p></td></tr></table>'],
  ['<table><td>줄 없이</td></table>', '<p>줄 없이</p>'],
  ['<table><tr><td><p>칸</p><ul><li>목록</li></ul></td><td></td></tr><tr></tr></table>', '<table><tr><td><p>칸</p><ul><li><p>목록</p></li></ul></td><td></tr></table>'],
  ['<td>표 밖</td><tr>줄</tr>', '<p>표 밖<br>줄</p>'],
  ['<table><tr><td><table><tr><td>속</td></tr></table></td></tr></table>', '<table><tr><td><table><tr><td><p>속</p></td></tr></table></td></tr></table>'],
  ['<dl><dt>말</dt><dd>뜻</dd></dl><hr>끝', '<p>말<br>뜻<br>끝</p>'],
  // Links and pictures
  ['<a href="https://event.test/a?b=1&amp;c=2" target="_top" onclick="x()">이동 <b>지금</b></a>', '<p><a href=https://event.test/a?b=1&c=2>이동 <strong>지금</strong></a></p>'],
  ['<a href="/deposit?x=1#y">입금</a> <a href="deposit">상대</a> <a href="#top">위</a>', '<p><a href=/deposit?x=1#y>입금</a> 상대 위</p>'],
  ['<a href="http://event.test/">http</a> <a href="//event.test/">두 빗금</a> <a href="mailto:a@b.test">메일</a>', '<p>http 두 빗금 메일</p>'],
  ['<a href="https://user:pw@event.test/">이름</a> <a href="https://localhost/">호스트</a>', '<p>이름 호스트</p>'],
  ['<a href="https://event.test/">하나<p>문단</p><br>끝</a>', '<p><a href=https://event.test/>하나</a></p><p><a href=https://event.test/>문단</a></p><p><a href=https://event.test/>끝</a></p>'],
  ['<a href="https://a.test/"><img src="https://img.test/c.png" alt="눌러 주세요"></a>', '<p><a href=https://a.test/><img src=/picture/c.png alt=눌러 주세요></a></p>'],
  ['<img src="https://other.test/x.png" alt="다른 곳"><img src="/logo.png" alt="우리"><img src="data:image/png;base64,AAAA"><img>', '<p>다른 곳우리</p>'],
  ['<a href="https://a.test/"><a href="https://b.test/">겹</a>침</a>', '<p><a href=https://b.test/>겹</a><a href=https://a.test/>침</a></p>'],
  // Attacks
  ['<script>alert(1)</script>글<style>*{display:none}</style>', '“글”'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<a href="javascript:alert(1)">a</a><a href="JaVaScRiPt&colon;alert(1)">b</a><a href="&#106;avascript:alert(1)">c</a>', '<p>abc</p>'],
  ['<a href="java\tscript:alert(1)">d</a><a href=" javascript:alert(1)">e</a><a href="data:text/html,x">f</a><a href="/\\evil.test">g</a><a href="/\t/evil.test">h</a>', '<p>defgh</p>'],
  ['<svg onload=alert(1)><script>1</script><text>그림</text></svg><math><mi xlink:href="javascript:1">수식</mi></math>', '“그림수식”'],
  ['<iframe src="https://evil.test">속</iframe><object data=x>오</object><embed src=x><form action=/x><input value=1><button>보내기</button></form>', '<p>오<br>보내기</p>'],
  ['<<script>script>alert(1)<</script>/script>', '“</script>”'],
  ['<scr<script></script>ipt>alert(1)</script>', '“ipt>alert(1)”'],
  ['<p style="background:url(javascript:1)" onmouseover=x class=y id=main dir=rtl lang=xx>속성</p>', '<p>속성</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>뒤', '“뒤”'],
  ['<textarea></textarea><template><b>t</b></template><!-- --!><img src=x onerror=1> -->끝', '“끝”'],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['&lt;script&gt;alert(1)&lt;/script&gt;<b>x</b>', '<p>&lt;script>alert(1)&lt;/script><strong>x</strong></p>'],
  ['<b a="<img src=x>">따옴표</b><b a=\'>\'>홑</b>', '<p><strong>따옴표</strong><strong>홑</strong></p>'],
  ['<base href="https://evil.test"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>글', '“글”'],
  ['<isindex type=image src=1><marquee onstart=x>흐름</marquee><details open ontoggle=x><summary>접</summary>펼</details>', '<p>흐름<br>접<br>펼</p>'],
  ['<p>\u202e거꾸로\u202c</p>\u0000<b>널</b>', '<p>\u202e거꾸로\u202c</p><p>\u0000<strong>널</strong></p>'],
  // Broken
  ['<p>열린 <b>채 <i>끝', '<p>열린 <strong>채 </strong><strong><em>끝</em></strong></p>'],
  ['<b><i>엇갈린</b> 태그</i> 뒤', '<p><strong><em>엇갈린</em></strong> 태그 뒤</p>'],
  ['</p></div>닫힌<p>하나<p>둘', '<p>닫힌</p><p>하나</p><p>둘</p>'],
  ['<p>속 <p>겹 <div>div</p></div>', '<p>속 </p><p>겹 </p><p>div</p>'],
  ['<b', '“”'],
  ['<b <i>x</i>', '<p><strong>x</strong></p>'],
  ['<p>자르다 만 <a href="https://a.te', '<p>자르다 만 </p>'],
  ['<>빈<  > </ >', '“<>빈<  > </ >”'],
  ['< b >빈칸</ b >', '“< b >빈칸”'],
  ['<![CDATA[<b>x</b>]]><?php echo 1 ?><!DOCTYPE html>글', '“글”'],
  ['<__proto__>x</__proto__><constructor>y</constructor>', '“<__proto__>xy”'],
]

/** The nesting that a browser's parser leaves unchanged. */
const inlines = ['', 'br', 'strong', 'em', 'u', 's', 'a', 'img']
const flow = ['p', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'table']
const mayContain: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...['p', 'h2', 'h3', 'a'], ...['strong', 'em', 'u', 's']].map((tag) => [tag, inlines])),
  ...Object.fromEntries(['', 'li', 'td', 'th', 'blockquote'].map((tag) => [tag, flow])),
  ...{ ul: ['li'], ol: ['li'], table: ['tr'], tr: ['td', 'th'] },
}

function misplaced(nodes: readonly Markup[], around: readonly string[]): string[] {
  return nodes.flatMap((node) => {
    const [tag, inner] = typeof node === 'string' ? ['', []] : [node.tag, node.children ?? []]
    const isWrong = !mayContain[around.at(-1) ?? '']?.includes(tag) || (tag === 'a' && around.includes('a'))
    return isWrong ? [[...around, tag].join(' > ')] : misplaced(inner, [...around, tag])
  })
}

describe('an operator’s body with markup', () => {
  it.each(bodies)('%j becomes %s', (html, expected) => {
    expect(shown(html)).toBe(expected)
  })

  it('is nested validly and loses no text, even with misplaced tags', () => {
    const names = 'p br b i a h1 ul ol li blockquote table tbody tr td th div pre span img caption form hr'.split(' ')
    const piece = fc.oneof(
      fc.constantFrom(...names).map((name) => (name === 'a' ? '<a href="/x">' : `<${name}>`)),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom('가', '나', '다'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const body = parseMarkup(pieces.join(''), pictureOf)
        if (typeof body !== 'string') expect(misplaced(body, [''])).toEqual([])
        const letters = (text: string) =>
          text
            .replace(/[^가나다]/g, '')
            .split('')
            .sort()
            .join('')
        expect(letters(textOfBody(body))).toBe(letters(pieces.join('')))
      }),
      { numRuns: 500 },
    )
  })

  it('above 64 KiB or 4,000 tags stays unparsed text', () => {
    const long = `<b>${'가'.repeat(22_000)}</b>`
    expect([parseMarkup(long), parseMarkup('<b>a</b>'.repeat(2_000))]).toEqual([long, '<b>a</b>'.repeat(2_000)])
  })

  it.each([
    ...[
      '<b>',
      '<div>',
      '<ul><li>',
      '<table><tr><td>',
      '<blockquote>',
      '<p>a',
      'a<br>',
      '<td>a',
      '</p>',
      '<a href="/x">',
    ],
    ...['<', '&', '&#x3c;', '<!--', '<![CDATA[', '<p a="', '<svg><math>', '<b><i></b></i>', '<a href="javascript:'],
  ])('is parsed quickly if it consists only of %s, repeated up to the limits', (unit) => {
    const times = Math.min(
      Math.floor(65_536 / unit.length),
      Math.floor(3_900 / Math.max(1, unit.split('<').length - 1)),
    )
    const started = performance.now()
    const body = parseMarkup(unit.repeat(times), pictureOf)
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(JSON.stringify(body).length).toBeLessThan(1_000_000)
  })
})
