/** A JSON Schema, as far as the reference needs it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A field of a payload or a response: the strict form that an upstream should send, which is narrower than what is accepted. */
export type Field = { schema: JsonSchema; about: string; optional?: true }

/** A field that may be missing. */
export function optional(field: Field): Field {
  return { ...field, optional: true }
}

/** A named record of the reference, described once. */
export function recordOf(name: string, about: string): Field {
  return { schema: { $ref: `#/components/schemas/${name}` }, about }
}

/** A record that may be null. */
export function nullableRecord(name: string, about: string): Field {
  return { schema: { anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] }, about }
}

export function listOf(name: string, about: string): Field {
  return { schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } }, about }
}

export function won(about: string): Field {
  return { schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, about }
}

/** An integer that may be negative. */
export function signed(about: string): Field {
  return { schema: { type: 'integer' }, about }
}

export function count(about: string): Field {
  return { schema: { type: 'integer', minimum: 0 }, about }
}

export function text(about: string, limits: JsonSchema = {}): Field {
  return { schema: { type: 'string', ...limits }, about }
}

export function choice(values: readonly string[], about: string): Field {
  return { schema: { enum: values }, about }
}

/** An id or code: the site sends it back as it came. */
export function id(about: string): Field {
  return { schema: { type: ['string', 'integer'] }, about }
}

/** ISO 8601 in UTC; the empty string for none. */
export function date(about: string): Field {
  return { schema: { anyOf: [{ type: 'string', format: 'date-time' }, { const: '' }] }, about }
}

/** YYYY-MM-DD in Seoul. */
export function calendarDay(about: string): Field {
  return { schema: { type: 'string', format: 'date' }, about }
}

export function flag(about: string): Field {
  return { schema: { type: 'boolean' }, about }
}

/** Fields as the schema of an object. Unknown fields are allowed: the site drops them. */
export function toObjectSchema(fields: Readonly<Record<string, Field>>): JsonSchema {
  const required = Object.keys(fields).filter((name) => !fields[name]?.optional)
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, { schema, about }]) => [
        name,
        '$ref' in schema ? schema : { ...schema, description: about },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
}
