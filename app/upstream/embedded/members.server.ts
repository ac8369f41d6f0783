import type { Handlers } from './context.server'
import { notBuilt } from './context.server'

export const handlers = {
  'user-do-login': notBuilt,
  'user-health-check': notBuilt,
  'user-register': notBuilt,
  'check-user-id': notBuilt,
  'check-user-nick': notBuilt,
  'get-reg-domain': notBuilt,
  'get-member': notBuilt,
  'do-logout': notBuilt,
  'get-in-game-balance': notBuilt,
} satisfies Partial<Handlers>
