import { type CallName, contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { callNames, callReferences, examplesOf, payloadSchema, recordSchemas, responseSchema } from './schemas'

export function createOpenApi(): string {
  const document = {
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
        ...recordSchemas(),
        Refusal: {
          type: 'object',
          properties: { status: { type: 'string', description: 'why' } },
          required: ['status'],
        },
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
  return `${JSON.stringify(document, null, 2).replaceAll('#/$defs/', '#/components/schemas/')}\n`
}

function operation(callName: CallName) {
  const call: Call = contract[callName]
  const { about, refusals = {} } = callReferences[callName]
  const { $defs: _, ...success } = responseSchema(callName)
  const refusal = { properties: { status: { enum: Object.keys(refusals) } } }
  const example = examplesOf(callName)
  const schema =
    Object.keys(refusals).length > 0
      ? { anyOf: [success, { allOf: [{ $ref: '#/components/schemas/Refusal' }, refusal] }] }
      : success
  return {
    operationId: callName,
    summary: about,
    ...(call.auth === 'member' ? { security: [{ member: [] }] } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: payloadSchema(callName), example: example.payload } },
    },
    responses: {
      200: { description: 'The outcome.', content: { 'application/json': { schema, example: example.response } } },
      ...(call.auth === 'member' || call.opensSession
        ? { 401: { $ref: '#/components/responses/Unauthenticated' } }
        : {}),
      ...(call.optional ? { 404: { $ref: '#/components/responses/Unsupported' } } : {}),
      429: { $ref: '#/components/responses/Limited' },
    },
  }
}
