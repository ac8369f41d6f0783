import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page, also those that only answer forms, whose errors are pages. */
const pages = [
  // Open to visitors.
  index('features/home/home.tsx'),
  route('login', 'features/account/login.tsx'),
  route('logout', 'features/account/logout.tsx'),
  route('register', 'features/account/register.tsx'),
  route('forgot', 'features/account/forgot.tsx'),
  route('reset', 'features/account/reset.tsx'),
  route('register/check', 'features/account/register-check.ts'),
  route('terms', 'features/safer-play/legal-document.tsx', { id: 'terms' }),
  route('privacy', 'features/safer-play/legal-document.tsx', { id: 'privacy' }),
  route('safer-play', 'features/safer-play/safer-play.tsx'),

  // For members; guarded by the parent's middleware.
  layout('frame/members-only.tsx', [
    route('deposit', 'features/cashier/deposit/deposit.tsx'),
    route('withdraw', 'features/cashier/withdraw/withdraw.tsx'),
    route('comp', 'features/cashier/comp/comp.tsx'),
    route('note', 'features/inbox/notes.tsx'),
    route('notice', 'features/inbox/notices.tsx'),
    route('help', 'features/inbox/help.tsx'),
    route('documents', 'features/safer-play/documents.tsx'),
    route('user', 'features/account/profile.tsx'),
    route('user/history.csv', 'features/account/history-csv.ts'),
    route('user/receipt', 'features/cashier/receipt/receipt-page.tsx'),
    route('casino', 'features/lobby/provider-lobby.tsx', { id: 'casino' }),
    route('sport', 'features/lobby/provider-lobby.tsx', { id: 'sport' }),
    route('slot', 'features/lobby/slot.tsx'),
    route('slot/game', 'features/lobby/provider-games.tsx'),
    route('game', 'features/lobby/launch-page.tsx'),
    route('favourite', 'features/lobby/favourite.ts'),
    route('reality-check', 'features/safer-play/reality-check.tsx'),
    route('admin/error', 'frame/error-preview.tsx'),
  ]),

  // Form actions without a page.
  route('language', 'frame/preferences.ts', { id: 'language' }),
  route('theme', 'frame/preferences.ts', { id: 'theme' }),
  route('lite', 'frame/preferences.ts', { id: 'lite' }),
  route('popup', 'frame/preferences.ts', { id: 'popup' }),

  route('*', 'frame/not-found.tsx'),
]

export default [
  layout('frame/footer-data.tsx', pages),

  // For programs, not people.
  route('api/routes/:segment', 'server/api/api.ts'),
  route('api/*', 'server/api/api.ts', { id: 'unknown-api' }),
  route('art/:version/*', 'server/machines/artwork-picture.ts'),
  route('robots.txt', 'server/machines/robots.ts'),
  route('sitemap.xml', 'server/machines/sitemap.ts'),
  route('picture/1/*', 'server/machines/upstream-picture.ts'),
  route('brand/*', 'server/machines/brand-asset.ts'),
  route('house/callback/*', 'server/machines/embedded-machines.ts', { id: 'callbacks' }),
  route('house/desk/*', 'server/machines/embedded-machines.ts', { id: 'desk' }),
  route('house/*', 'server/machines/embedded-pages.ts'),
  route('healthz', 'server/machines/healthz.ts'),
  route('readyz', 'server/machines/readyz.ts'),
  route('metrics', 'server/machines/metrics.ts'),
] satisfies RouteConfig
