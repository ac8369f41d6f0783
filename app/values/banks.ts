/** English names of Korean banks, keyed by their stored names, in the order of the registration form. */
export const englishNames: Readonly<Record<string, string>> = {
  국민은행: 'KB Kookmin Bank',
  신한은행: 'Shinhan Bank',
  우리은행: 'Woori Bank',
  하나은행: 'Hana Bank',
  농협은행: 'NH NongHyup Bank',
  기업은행: 'IBK (Industrial Bank of Korea)',
  카카오뱅크: 'KakaoBank',
  토스뱅크: 'Toss Bank',
  케이뱅크: 'K bank',
  SC제일은행: 'SC First Bank',
  씨티은행: 'Citibank Korea',
  산업은행: 'KDB (Korea Development Bank)',
  수협은행: 'Suhyup Bank',
  부산은행: 'Busan Bank',
  경남은행: 'Kyongnam Bank',
  iM뱅크: 'iM Bank',
  광주은행: 'Kwangju Bank',
  전북은행: 'Jeonbuk Bank',
  제주은행: 'Jeju Bank',
  새마을금고: 'MG Community Credit Cooperatives',
  신협: 'Shinhyup (credit unions)',
  우체국: 'Korea Post',
}

/** Returns a bank's name in a language. Unknown banks keep the upstream's name. @param lang a BCP 47 tag */
export const bankName = (bank: string, lang: string): string => (lang !== 'ko' && englishNames[bank]) || bank

/** Masks all but the last four digits of an account number. Numbers of up to four digits are masked completely. */
export function maskAccountNumber(number: string | undefined): string | undefined {
  const digits = number?.replace(/\D/g, '') ?? ''
  if (digits === '') return undefined
  return `••${digits.length > 4 ? digits.slice(-4) : '••'}`
}

/** Masks part of a person's name. 김하늘 becomes 김•늘, and 김늘 becomes 김•. */
export function maskName(name: string | undefined): string | undefined {
  const [first, ...rest] = name?.normalize('NFC').trim() ?? ''
  if (first === undefined) return undefined
  if (rest.length === 0) return '•'
  const last = rest.length === 1 ? '' : rest.at(-1)
  return `${first}${'•'.repeat(rest.length - (last ? 1 : 0))}${last}`
}

export function maskPhone(phone: string | undefined): string | undefined {
  const digits = phone?.replace(/\D/g, '') ?? ''
  if (digits === '') return undefined
  const minDigits = 10
  return digits.length < minDigits ? '•••-••••-••••' : `${digits.slice(0, 3)}-••••-${digits.slice(-4)}`
}
