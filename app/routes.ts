import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // Open to visitors.
  index('routes/home.tsx'),
  route('login', 'routes/login.tsx'),
  route('logout', 'routes/logout.tsx'),
  route('register', 'routes/register.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('safer-play', 'routes/safer-play.tsx'),

  // For members; guarded by the parent's middleware.
  layout('routes/members.tsx', [
    route('deposit', 'routes/deposit.tsx'),
    route('withdraw', 'routes/withdraw.tsx'),
    route('comp', 'routes/comp.tsx'),
    route('note', 'routes/note.tsx'),
    route('notice', 'routes/notice.tsx'),
    route('help', 'routes/help.tsx'),
    route('user', 'routes/user.tsx'),
    route('user/history.csv', 'routes/user-csv.ts'),
    route('casino', 'routes/casino.tsx'),
    route('sport', 'routes/sport.tsx'),
    route('slot', 'routes/slot.tsx'),
    route('slot/game', 'routes/slot-game.tsx'),
    route('game', 'routes/game.tsx'),
    route('admin/error', 'routes/admin-error.tsx'),
  ]),

  // Form actions without a page.
  route('language', 'routes/language.ts'),
  route('theme', 'routes/theme.ts'),
  route('lite', 'routes/lite.ts'),
  route('popup', 'routes/popup.ts'),

  // For programs, not people.
  route('api/routes/:segment', 'routes/api.ts'),
  route('art/1/*', 'routes/art.ts'),
  route('house/callback/*', 'routes/house-machine.ts', { id: 'callbacks' }),
  route('house/desk/*', 'routes/house-machine.ts', { id: 'desk' }),
  route('house/*', 'routes/house.ts'),
  route('healthz', 'routes/healthz.ts'),
  route('readyz', 'routes/readyz.ts'),
  route('metrics', 'routes/metrics.ts'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
