import { encode } from 'uqr'
import { z } from 'zod'
import { type FormMessage, redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import type { FormState } from '~/forms/form-state'
import { readForm } from '~/forms/read-form.server'
import { sealerFor } from '~/platform/settings/config.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { problemResponse, upstreamContext } from '~/server/upstream/page-upstream.server'
import { contract } from '~/upstream/contract'
import { profileTabHref } from '../profile/tabs'
import { factorRefusals } from './refusals.server'

export type FactorView =
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'set-up'; secret: string; uri: string; sealed: string; picture: { size: number; path: string } }

const { pw, otp } = contract['set-second-factor'].payload.shape
const password = pw.unwrap()
const code = otp.unwrap()

const factorForms = {
  'factor-start': z.strictObject({ intent: z.string(), pw: password }),
  'factor-on': z.strictObject({ intent: z.string(), otp: code, setup: z.string().max(4_000).default('') }),
  'factor-off': z.strictObject({ intent: z.string(), pw: password, otp: code }),
  'factor-codes': z.strictObject({ intent: z.string(), pw: password, otp: code }),
} as const
type FactorFormIntent = keyof typeof factorForms

export const isFactorIntent = (intent: unknown): intent is FactorFormIntent =>
  typeof intent === 'string' && Object.hasOwn(factorForms, intent)

const setupSealer = () => sealerFor('second factor set-up')
const setupSchema = z.object({ secret: z.string(), uri: z.string() })
type Setup = z.output<typeof setupSchema>

/** Handles the 2FA forms. @throws the error page for an ended session or an upstream failure */
export async function submitFactor(context: Context, posted: FormData, intent: FactorFormIntent) {
  const form = readForm<z.ZodType<{ pw?: string; otp?: string; setup?: string }>>(posted, factorForms[intent], {
    secret: ['setup'],
  })
  const setup = intent === 'factor-on' ? await openSetup(posted.get('setup')) : undefined
  if (intent === 'factor-on' && !setup) return setUpIsOver()
  if (form.kind === 'invalid') return withSetup(redisplayForm(form), setup)
  const { pw, otp } = form.values
  const step = stepOf[intent]
  const outcome = await context.get(upstreamContext).call('set-second-factor', { step, pw, otp })
  if (outcome.kind === 'refused' && outcome.status === 'ticket_old') return setUpIsOver()
  if (outcome.kind !== 'done') {
    const wrongPassword: FormMessage = { fields: { pw: ['user.password.wrong'] } }
    const messages = {
      refused: { ...factorRefusals(context), pass: wrongPassword, other: 'security.factor.failed' },
      unknown: 'security.factor.unknown',
      pages: requestFailures,
    } as const
    return withSetup(await respondToFailure(context, form, outcome, messages), setup)
  }
  const { secret, uri, recovery } = outcome.response
  if (step === 'off')
    return redirectWithFlash(profileTabHref('security'), { kind: 'success', message: 'security.factor.off' })
  const state: FormState = { submitted: {}, fields: {} }
  if (step === 'start' && secret && uri) return { ...state, factor: await viewOf({ secret, uri }) }
  if (step !== 'start' && recovery) return { ...state, factor: { kind: 'codes', codes: recovery } satisfies FactorView }
  throw problemResponse({ problem: 'broken', reference: context.get(upstreamContext).reference })
}

const stepOf = { 'factor-start': 'start', 'factor-on': 'on', 'factor-off': 'off', 'factor-codes': 'codes' } as const

function setUpIsOver() {
  return redirectWithFlash(profileTabHref('security'), { kind: 'warning', message: 'security.factor.over' })
}

async function openSetup(sealed: FormDataEntryValue | null): Promise<Setup | undefined> {
  return typeof sealed === 'string' ? setupSchema.safeParse(await setupSealer().open(sealed)).data : undefined
}

async function withSetup(shown: ReturnType<typeof redisplayForm>, setup: Setup | undefined) {
  return setup ? { ...shown, data: { ...shown.data, factor: await viewOf(setup) } } : shown
}

async function viewOf({ secret, uri }: Setup): Promise<FactorView> {
  const { size, data } = encode(uri, { border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return {
    kind: 'set-up',
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? '',
    uri,
    sealed: await setupSealer().seal({ secret, uri } satisfies Setup),
    picture: { size, path: modules.join('') },
  }
}
