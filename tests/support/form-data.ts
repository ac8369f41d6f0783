/** Returns a form with these fields. A field may occur more than once. */
export function formDataOf(...fields: readonly (readonly [name: string, value: string | File])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
