/** The version of this release, from package.json: at /readyz, in `madang_build_info` and in the log's first line. */
export { version } from '../../package.json'
