/** Masks part of a person's name. For example, 김하늘 becomes 김*늘, and 김늘 becomes 김*. */
export function maskName(name: string | undefined): string | undefined {
  const characters = [...(name?.normalize('NFC').trim() ?? '')]
  const [first, ...rest] = characters
  if (first === undefined) return undefined
  if (rest.length === 0) return '*'
  const last = rest.length === 1 ? '' : rest.at(-1)
  return `${first}${'*'.repeat(rest.length - (last ? 1 : 0))}${last}`
}

export function maskPhone(phone: string | undefined): string | undefined {
  const digits = phone?.replace(/\D/g, '') ?? ''
  if (digits === '') return undefined
  const minDigits = 10
  return digits.length < minDigits ? '***-****-****' : `${digits.slice(0, 3)}-****-${digits.slice(-4)}`
}
