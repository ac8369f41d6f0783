import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { oldFolders } from './platform/old-names'

// The screens of the back office are in features/backoffice. Middleware serves them, not the router.
const pages = [
  // Open to visitors.
  index('features/home/home.tsx'),
  route('login', 'features/account/login/login.tsx'),
  route('login/code', 'features/account/login/code.tsx'),
  route('logout', 'features/account/login/logout.tsx'),
  route('register', 'features/account/register/register.tsx'),
  route('forgot', 'features/account/passwords/forgot.tsx'),
  route('reset', 'features/account/passwords/reset.tsx'),
  route('register/check', 'features/account/register/check.ts'),
  route('terms', 'features/documents/legal-document.tsx', { id: 'terms' }),
  route('privacy', 'features/documents/legal-document.tsx', { id: 'privacy' }),
  route('accessibility', 'features/documents/legal-document.tsx', { id: 'accessibility' }),
  route('safer-play', 'features/play-limits/safer-play.tsx'),

  // Pages for members. The middleware of the parent route guards them.
  layout('features/account/members-only.tsx', [
    route('deposit', 'features/cashier/deposit/deposit.tsx'),
    route('deposit/cancel', 'features/cashier/deposit/cancel.tsx'),
    route('withdraw', 'features/cashier/withdraw/withdraw.tsx'),
    route('comp', 'features/cashier/comp.tsx'),
    route('note', 'features/inbox/notes.tsx'),
    route('notice', 'features/inbox/notices.tsx'),
    route('help', 'features/inbox/help/help.tsx'),
    route('documents', 'features/documents/documents.tsx'),
    route('settled', 'features/cashier/settled.ts'),
    route('user', 'features/account/profile/profile.tsx'),
    route('user/data', 'features/account/profile/profile.tsx', { id: 'user-data' }),
    route('user/history.csv', 'features/account/history/csv.ts'),
    route('user/receipt', 'features/cashier/receipt.tsx'),
    route('casino', 'features/lobby/provider-lobby.tsx', { id: 'casino' }),
    route('sport', 'features/lobby/provider-lobby.tsx', { id: 'sport' }),
    route('slot', 'features/lobby/slot.tsx'),
    route('slot/game', 'features/lobby/provider-games.tsx'),
    route('game', 'features/lobby/launch/page.tsx'),
    route('favourite', 'features/lobby/favourites/favourite.ts'),
    route('reality-check', 'features/play-limits/reality-check.tsx'),
    route('admin/error', 'features/errors/preview.tsx'),
  ]),

  // Form actions without a page.
  route('language', 'features/preferences/preferences.tsx', { id: 'language' }),
  route('theme', 'features/preferences/preferences.tsx', { id: 'theme' }),
  route('lite', 'features/preferences/preferences.tsx', { id: 'lite' }),
  route('popup', 'features/preferences/preferences.tsx', { id: 'popup' }),

  route('*', 'features/errors/not-found.tsx'),
]

const embedded: Partial<Record<(typeof oldFolders)[number]['now'], string>> = {
  '/callbacks': 'server/resource-routes/callbacks.ts',
  '/backoffice/api': 'server/resource-routes/embedded-api.ts',
  '/sandbox': 'server/resource-routes/embedded-pages.ts',
}

export default [
  layout('shell/page-layout.tsx', pages),

  // For programs, not for people.
  route('api/routes/:segment', 'features/api/api.ts'),
  route('api/*', 'features/api/api.ts', { id: 'unknown-api' }),
  route('art/:version/*', 'server/resource-routes/artwork-picture.ts'),
  route('robots.txt', 'server/resource-routes/robots.ts'),
  route('sitemap.xml', 'server/resource-routes/sitemap.ts'),
  route('picture/1/*', 'server/resource-routes/upstream-picture.ts'),
  route('brand/*', 'server/resource-routes/brand-asset.ts'),
  ...Object.entries(embedded).map(([folder, file]) => route(`${folder.slice(1)}/*`, file)),
  ...oldFolders.flatMap(({ now, before }) => {
    const [file, folder] = [embedded[now], before.slice(1)]
    return file ? [route(`${folder}/*`, file, { id: folder })] : []
  }),
  route('return', 'server/resource-routes/payment-return.ts'),
  route('healthz', 'server/resource-routes/healthz.ts'),
  route('readyz', 'server/resource-routes/readyz.ts'),
  route('metrics', 'server/resource-routes/metrics.ts'),
] satisfies RouteConfig
