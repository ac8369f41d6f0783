// @ts-check
// Fails with file and line for each name that was replaced by a better one: npm run lint
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Names that others read stay, and no pattern finds them: the form intent `bring-back`, the cookie `followed`, the column
// `rehearsed`, the metric label `segment` and the contract's spellings.
/** @type {[RegExp, string][]} Retired names, and what to write instead. */
const retired = [
  [/\b(?:take|leave|has)Place\b/g, 'acquireSlot, releaseSlot, hasSlot'],
  [/\btakeSteps\b/g, 'runPipeline'],
  [/\b(?:loadWords|hasFewWords|wordUrls)\b/g, 'messages'],
  [/\brememberTold\b|\b(?:const|let) told\b/g, 'announced'],
  [/\b(?:Tracked|Followed|Listed)Transactions?\b|\blatestOf\b|\bThreads?\b/g, 'Transaction, PendingTransactions'],
  [/\bunder way\b|\b(?:isU|u)nderWay\b/g, 'pending, or running'],
  [/\b(?:load|no)?Account(?:Request|Reply|ToPay|Box)\b/g, 'BankAccountRequest and so on'],
  [/\b(?:Latest|(?:to)?Last)Transactions\b/g, 'AcceptedAndPending, LastSettled'],
  [
    /\b(?:TransactionReference|referenceTo(?:Sent)?|(?:format|parse)Reference)\b/g,
    'TransactionIdentity, identityOf and so on',
  ],
  [/\bhasOpenDeposit\b/g, 'hasPendingDeposit'],
  [/\bhasDesk\b/g, 'hasHelpDesk'],
  [/\b(?:MethodLimits|checkMethodLimits)\b/g, 'MethodRange, checkMethodRange'],
  [/\bwith a notice\b/g, 'with a message'],
  [/\bquietsDeposit\b/g, 'demotesDepositButton'],
  [/\basksAboutDocuments\b/g, 'requiresConsent'],
  [/\bReadWon\b/g, 'ParsedAmount'],
  [/\barrivingWon\b/g, 'netAmount'],
  [/\bkeepWrongForm\b/g, 'blockInvalidSubmit'],
  [/\bisUpToMember\b/g, 'needsMemberAction'],
  [/\bfindLosses\b/g, 'findMissingRecords'],
  [/\bbringBack\b/g, 'transferToWallet'],
  [/\bfirst yes\b|\b(?:firstYes|sayYes)\b/gi, 'first approval'],
  [/\b(?:const|let|\w+:) rehearsed\b/g, 'isDryRun'],
  [/\b(?:const|let) (?:one|others?)\b/g, 'what it is'],
  [/\b(?:const|let) [[{](?:[^=()\n]*[ [.])?(?:one|others?)\b(?!:)[^=()\n]*[\]}] (?:=|of)/g, 'what it is'],
  [/\((?:[^()\n]*[ [.])?(?:one|others?)(?:[,:?\]} ][^()\n]*)?\)(?:: [^=\n]+)? =>/g, 'what it is'],
  [/\bfunction \w+(?:<[^(]*>)?\((?:[^()]*[\s[.])?(?:one|others?)(?:[,:?\]} ][^()]*)?\)/g, 'what it is'],
]

const paths = ['app', 'bin', 'docs', 'tests', 'locales', '*.md']
const files = execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8' }).split('\n')
for (const file of files.filter((path) => /\.(?:tsx?|mjs|json|md)$/.test(path) && path !== 'bin/lint-words.mjs')) {
  const text = readFileSync(file, 'utf8')
  for (const [pattern, better] of retired)
    for (const { 0: name, index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length
      process.stderr.write(`${file}:${line}: ${name.split('\n', 1)}: write ${better}\n`)
      process.exitCode = 1
    }
}
