const startsByType = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
}

export type PictureType = keyof typeof startsByType

/** The type of a picture by its first bytes, whatever its name or header says; undefined for all others, such as SVG. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (Object.keys(startsByType) as PictureType[]).find((type) => startsByType[type].test(head))
}
