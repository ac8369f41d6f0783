/** What the frame shows to members alone: the browser loads it with the first page of a member. */
export { MemberStrip } from './bars/member-strip'
export { SettledAlert } from './dialogs/settled-alert'
export { MemberAside } from './drawers/member-panel'
export { HelpCard } from './parts/help-lines'
export { HealthCheck } from './session/health-check'
