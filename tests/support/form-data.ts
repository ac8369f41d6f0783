/** A form with these fields, some of which may come twice. */
export function formDataOf(...fields: readonly (readonly [name: string, value: string | File])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
