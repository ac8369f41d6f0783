import type { ResponseOf } from '~/upstream/contract'
import { callReferences } from '../upstream/schemas'
import type { Tester } from './tester'

type Message = { id: string | number | undefined; isUnread: boolean; thread?: string | number | undefined }
type ListName = 'get-help-list' | 'get-user-note'

const bodiesOf = {
  'get-help-list': ({ helps }: ResponseOf<'get-help-list'>) => helps.map(({ ref }) => ref?.contents),
  'get-user-notices': ({ notices }: ResponseOf<'get-user-notices'>) => notices.map(({ contents }) => contents),
  'get-event-list': ({ events }: ResponseOf<'get-event-list'>) => events.map(({ contents }) => contents),
  'get-notice-popup': ({ note }: ResponseOf<'get-notice-popup'>) => note.map(({ contents }) => contents),
  'get-user-note': ({ note }: ResponseOf<'get-user-note'>) => note.map(({ text }) => text),
}

const markupPattern = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:nbsp|lt|gt|amp|quot|#\d{1,7});/i

/** Reads a list of messages, and reports bodies with tags that the site would show as text. */
export async function playBodies(tester: Tester, callName: keyof typeof bodiesOf): Promise<void> {
  const response = await tester.read(callName, {})
  if (!response || tester.hasMarkup) return
  const bodies = bodiesOf[callName](response as never)
  const marked = bodies.filter((body) => body !== undefined && markupPattern.test(body)).length
  if (marked === 0) return
  const seen = `markup in ${marked} of ${bodies.length}`
  const cost = 'members read the tags; set UPSTREAM_BODIES=html'
  tester.add({ call: callName, trial: 'writes bodies as text', result: 'short', seen, cost, ms: 0 })
}

async function readMessages(tester: Tester, list: ListName): Promise<Message[] | undefined> {
  const { outcome } = await tester.send(list, {})
  if (outcome.kind !== 'done') return undefined
  const rows = 'helps' in outcome.response ? outcome.response.helps : outcome.response.note
  return rows.map(({ _id: id, isRead, ...row }) => ({
    id,
    isUnread: isRead === false && !('ref' in row && row.ref === null),
    ...('thread' in row && { thread: row.thread }),
  }))
}

export async function playMessages(tester: Tester): Promise<void> {
  const list = 'get-help-list'
  const before = await readMessages(tester, list)
  const isTaken = await tester.sendAndExpect('user-write-help', 'takes a request', {
    title: 'Conformance run',
    contents: 'This request was written by a test.',
  })
  if (isTaken) {
    const after = await readMessages(tester, list)
    const known = new Set(before?.map(({ id }) => id))
    const isStored = after?.some(({ id }) => !known.has(id)) || (after?.length ?? 0) > known.size
    tester.judge('user-write-help', 'stores it', {
      seen: before && after && !isStored ? `${list} has no new one` : '',
      cost: 'what members write is lost',
      unjudged: before && after ? '' : `no ${list}`,
    })
  }
  await playMark(tester, 'read-help-message', list)
  await playMark(tester, 'read-note-message', 'get-user-note')
  await playSettledMark(tester)
}

async function playMark(tester: Tester, callName: 'read-help-message' | 'read-note-message', list: ListName) {
  const named = (await readMessages(tester, list))?.filter(({ id }) => id !== undefined) ?? []
  const marked = named.find(({ isUnread }) => isUnread) ?? named[0]
  const trial = 'marks a message'
  if (marked?.id === undefined) return tester.notJudgedWithout(list, callName, trial, `${list} names none`)
  if (!(await tester.sendAndExpect(callName, trial, { id: marked.id }))) return
  const after = (await readMessages(tester, list))?.find(({ id }) => id === marked.id)
  tester.judge(callName, 'counts it as read then', {
    seen: after?.isUnread ? 'it is unread' : '',
    cost: 'the count of unread messages does not go down',
    unjudged: marked.isUnread && after ? '' : `${list} had none that is unread`,
  })
}

async function playSettledMark(tester: Tester): Promise<void> {
  const [callName, trial] = ['mark-settled-seen', 'marks a settled one'] as const
  const readSettled = async () => {
    const { outcome } = await tester.send('user-health-check', {})
    return outcome.kind === 'done' ? outcome.response.settled : undefined
  }
  const before = await readSettled()
  if (!before) return tester.lacks(callName, trial, 'settled in user-health-check', callReferences[callName].cost)
  const id = before.find((row) => row.id !== undefined)?.id
  if (id === undefined) return tester.notJudged(callName, trial, 'settled names none')
  if (!(await tester.sendAndExpect(callName, trial, { ids: [id] }))) return
  const isLeft = (await readSettled())?.some((row) => row.id === id)
  tester.judge(callName, 'leaves it out then', {
    seen: isLeft ? 'it is listed' : '',
    cost: 'members see it again on each page until it is seven days old',
  })
}

export async function playDeletions(tester: Tester): Promise<void> {
  for (const [callName, list] of [
    ['del-help', 'get-help-list'],
    ['del-note', 'get-user-note'],
  ] as const) {
    const trial = 'deletes one message'
    const messages = (await readMessages(tester, list)) ?? []
    // Deleting a message also deletes its follow-ups, so only messages without any are used.
    const threads = new Set(messages.map(({ thread }) => thread))
    const alone = messages.filter(({ thread }) => thread === undefined).flatMap(({ id }) => id ?? [])
    const before = alone.filter((id) => !threads.has(id))
    const [id] = before
    if (id === undefined) {
      tester.notJudgedWithout(list, callName, trial, `${list} names none`)
      continue
    }
    if (!(await tester.sendAndExpect(callName, trial, { id }))) continue
    const after = (await readMessages(tester, list))?.map((message) => message.id)
    const lost = before.filter((other) => other !== id && !after?.includes(other)).length
    tester.judge(callName, 'leaves the others', {
      seen: after?.includes(id) ? 'it is listed' : lost > 0 ? `${lost} others are gone` : '',
      cost: 'members see what they have deleted, or lose what they have not',
      unjudged: after ? '' : `no ${list}`,
    })
  }
  for (const [callName, list] of [
    ['del-all-help', 'get-help-list'],
    ['user-del-note', 'get-user-note'],
  ] as const) {
    const before = await readMessages(tester, list)
    if (!(await tester.sendAndExpect(callName, 'deletes all messages', {}))) continue
    const after = await readMessages(tester, list)
    // Compares only the earlier messages, because another one may have arrived in the meantime.
    const left = after?.filter(({ id }) => before?.some((message) => message.id === id)).length ?? 0
    const none = before?.length === 0 ? `${list} had none` : ''
    tester.judge(callName, 'leaves none', {
      seen: left > 0 ? `${left} of ${before?.length}` : '',
      cost: 'members see what they have deleted',
      unjudged: before && after ? none : `no ${list}`,
    })
  }
}
