import { type CallName, contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { referenceOf } from './calls'
import { type JsonSchema, text, toObjectSchema } from './field'
import { records } from './records'

/** The statuses of a call that count as success. */
export const successWords = (call: Call) => ['success', ...(call.successes ?? [])]

/** The schema of a call's response, when it succeeded. Fields that the site drops are allowed. */
export function responseSchema(callName: CallName): JsonSchema {
  const call: Call = contract[callName]
  const { response } = referenceOf(callName)
  const hasFields = Object.values(response).some(({ optional }) => !optional)
  const status = { schema: { enum: successWords(call) }, about: 'may be missing where the other fields came' }
  return toObjectSchema({
    status: hasFields ? { ...status, optional: true } : { ...status, about: 'the outcome' },
    ...response,
  })
}

function payloadSchema(callName: CallName): JsonSchema {
  const { payload } = referenceOf(callName)
  return { ...toObjectSchema(payload), additionalProperties: false }
}

/** The calls in the order of the contract. */
export const callNames = Object.keys(contract) as CallName[]

/**
 * The contract as an OpenAPI 3.1 document. It says what an upstream should send; the site accepts more (docs/upstream.md).
 *
 * @returns a JSON value.
 */
export function createOpenApi(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Madang upstream',
      version: '1',
      description: 'The calls that the site makes. docs/upstream.md describes them in words.',
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(callNames.map((callName) => [contract[callName].path, { post: operation(callName) }])),
    components: {
      securitySchemes: { member: { type: 'http', scheme: 'bearer', description: 'the token of user-do-login' } },
      schemas: {
        ...Object.fromEntries(Object.entries(records).map(([name, fields]) => [name, toObjectSchema(fields)])),
        Refusal: toObjectSchema({ status: text('why') }),
      },
      responses: {
        Unauthenticated: { description: 'The token is missing, wrong or has ended.' },
        Unsupported: { description: 'This upstream does not have the call. The site hides what is built on it.' },
        Limited: {
          description: 'Too many calls.',
          headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'seconds' } },
        },
      },
    },
  }
}

function operation(callName: CallName): JsonSchema {
  const call: Call = contract[callName]
  const { about, example, refusals } = referenceOf(callName)
  const words = Object.keys(refusals)
  const success = { schema: responseSchema(callName), example: example.response }
  const schema =
    words.length > 0
      ? { anyOf: [success.schema, { allOf: [{ $ref: '#/components/schemas/Refusal' }, refusalStatus(words)] }] }
      : success.schema
  return {
    operationId: callName,
    summary: about,
    ...(call.who === 'member' ? { security: [{ member: [] }] } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: payloadSchema(callName), example: example.payload } },
    },
    responses: {
      200: { description: 'The outcome.', content: { 'application/json': { ...success, schema } } },
      ...(call.who === 'member' || call.opensSession
        ? { 401: { $ref: '#/components/responses/Unauthenticated' } }
        : {}),
      ...(call.optional ? { 404: { $ref: '#/components/responses/Unsupported' } } : {}),
      429: { $ref: '#/components/responses/Limited' },
    },
  }
}

function refusalStatus(words: readonly string[]): JsonSchema {
  return { properties: { status: { enum: words } } }
}
