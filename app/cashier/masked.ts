/** An account number as screens show it: its shape says nothing, only the last four digits stand. */
export function maskedAccount(number: string | undefined): string | undefined {
  const digits = number?.replace(/\D/g, '') ?? ''
  if (digits === '') return undefined
  return `***-**-*${digits.length > 4 ? digits.slice(-4) : '***'}`
}

/** A person's name with its middle hidden: 김하늘 is 김*늘, 김늘 is 김*. */
export function maskedName(name: string | undefined): string | undefined {
  const letters = [...(name?.normalize('NFC').trim() ?? '')]
  const [first, ...rest] = letters
  if (first === undefined) return undefined
  if (rest.length === 0) return '*'
  const last = rest.length === 1 ? '' : rest.at(-1)
  return `${first}${'*'.repeat(rest.length - (last ? 1 : 0))}${last}`
}
