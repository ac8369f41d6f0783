/** What the frame shows to members alone: the browser loads it with the first page of a member. */

export { HelpCard } from '~/components/help-lines'
export { MemberStrip } from './bars/member-strip'
export { SettledAlert } from './dialogs/settled-alert'
export { MemberAside } from './drawers/member-panel'
export { HealthCheck } from './live-updates'
