import { type CallName, contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import base from './openapi-base.json'
import { callNames, callReferences, examplesOf, payloadSchema, recordSchemas, responseSchema } from './schemas'

export function createOpenApi(): string {
  const { openapi, info, servers, components } = base
  const paths = Object.fromEntries(
    callNames.map((callName) => [contract[callName].path, { post: operation(callName) }]),
  )
  const schemas = { ...recordSchemas(), ...components.schemas }
  const document = { openapi, info, servers, paths, components: { ...components, schemas } }
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
