/** What home shows to members alone: the browser loads it with the first page of a member. */
export { PlayButton, PlayForm } from '~/features/lobby/launch/play'
export { AtZero } from './at-zero'
export { ExcludedWelcome } from './excluded-welcome'
export { LatestNotices } from './latest-notices'
export { AcceptedAndPending, LastSettled } from './transactions'
