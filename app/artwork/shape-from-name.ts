import type { ShapeName } from './shapes'

type WordTable = Partial<Record<ShapeName, string>>

/** Words for living things. They take precedence (Buffalo King, Azure Dragon Pearl). */
const creatures: WordTable = {
  carp: 'carp fish koi bass goldfish salmon piranha trout',
  tiger: 'tiger cat leopard panther jaguar lynx puma cheetah kitty kitten meow cougar',
  rabbit: 'rabbit bunny hare jackrabbit',
  magpie:
    'magpie bird eagle phoenix crane peacock parrot hawk falcon raven crow swan duck goose rooster chicken hen chick dove flamingo toucan sparrow penguin pheasant pelican hummingbird firebird swallow songbird seabird seagull',
  dragon: 'dragon drake wyrm wyvern hydra basilisk dinosaur dino raptor',
  snake: 'snake serpent cobra python viper medusa anaconda lizard crocodile croc alligator gator',
  wave: 'dolphin whale shark octopus kraken mermaid',
  bull: 'bull buffalo bison ox minotaur matador taurus cow rhino longhorn goat ram yak',
  wolf: 'wolf fox coyote dog puppy husky hound werewolf doghouse hyena bulldog gumiho',
  bear: 'bear panda koala grizzly teddy raccoon badger beaver hamster otter',
  pig: 'pig piggy boar hog piglet swine',
  frog: 'frog toad froggy tadpole bullfrog',
  horse: 'horse mustang stallion unicorn pegasus pony centaur donkey zebra deer stag reindeer',
  butterfly: 'butterfly moth dragonfly spider insect ladybug firefly beetle bug',
  turtle: 'turtle tortoise',
  owl: 'owl',
  elephant: 'elephant mammoth hippo ganesha',
  monkey: 'monkey ape gorilla kong chimp baboon wukong orangutan',
  jar: 'bee',
  goblin: 'goblin dokkaebi ogre oni',
  lion: 'lion haetae griffin',
  acorn: 'squirrel chipmunk',
}

/** Words for things, places and people that have or suggest a shape. */
const things: WordTable = {
  moon: 'moon lunar luna moonlight crescent eclipse moonrise',
  sun: 'sun solar sunrise sunset sunshine ra apollo helios inca',
  mountain: 'mountain peak summit hill cliff rock stone volcano canyon everest',
  wave: 'wave ocean sea water river tide tsunami surf beach island poseidon atlantis waterfall falls lagoon rain storm aqua reef harbor harbour fountain',
  carp: 'fishing fisherman angler hook pond lake',
  fan: 'fan geisha dance dancer princess silk samba',
  coin: 'coin penny token doubloon',
  lotus: 'lotus flower blossom rose lily orchid petal garden peony tulip sunflower jasmine sakura daisy violet azalea',
  kite: 'kite wind breeze balloon glider',
  persimmon: 'persimmon peach orange pumpkin tomato apple halloween plum apricot',
  gem: 'gem jewel diamond ruby emerald sapphire crystal pearl amber jade topaz opal amethyst gemstone garnet marble',
  crown: 'crown throne caesar sultan tsar pharaoh cleopatra odin',
  bell: 'bell chime jingle temple monk church carol',
  seven: 'seven 7 77 777 7777',
  star: 'star starlight stardust superstar starburst galaxy comet meteor zodiac nova constellation stellar firework',
  cherry: 'cherry berry strawberry blueberry raspberry',
  clover: 'clover shamrock irish leprechaun patrick celtic',
  gate: 'gate palace castle tower fortress door bridge shrine wall courtyard palanquin teahouse',
  lantern: 'lantern lamp genie aladdin candle djinn',
  rabbit: 'easter alice wonderland',
  drum: 'drum rhythm tribal tribe bongo taegeuk yin yang',
  cloud: 'cloud heaven angel smoke mist',
  flame: 'flame fire inferno blaze hell devil demon lava bonfire torch ember',
  ball: 'ball football soccer goal striker basketball penalty volleyball',
  mask: 'mask carnival carnaval clown joker jester masquerade opera theater theatre phantom circus thief bandit',
  hat: 'hat hatted cowboy sheriff gunslinger detective sherlock wizard witch magician merlin outlaw ranger gentleman scholar mafia',
  jar: 'jar pot vase urn bottle potion honey wine pottery beehive kimchi brew amphora gourd',
  spade: 'spade card poker blackjack ace baccarat holdem',
  heart: 'heart love romance valentine kiss cupid lover wedding bride amor',
  wheel: 'wheel roulette spinner race racing racer car truck train cart wagon chariot gear machine factory',
  club: 'club',
  dice: 'dice die sicbo craps cube bingo keno domino mahjong ludo',
  book: 'book tome scroll story tale legend library spell diary chronicle fable saga myth',
  ship: 'ship boat pirate captain viking sailor voyage galleon titanic corsair buccaneer admiral columbus blackbeard anchor sailboat boatman ferry',
  sword:
    'sword blade samurai ninja knight warrior excalibur katana shogun ronin musketeer zorro fighter duel assassin slayer axe dagger spear valkyrie',
  shield:
    'shield gladiator spartan guardian troy trojan crusader templar colosseum legion ares athena general commander',
  chest: 'chest treasure loot vault trunk hoard',
  bolt: 'bolt lightning thunder thor electric volt olympus zeus hammer thunderbolt',
  pyramid:
    'pyramid egypt egyptian aztec maya mayan sphinx tomb mummy anubis horus osiris tut tutankhamun isis sahara nile scarab bastet',
  skull: 'skull zombie vampire ghost bone skeleton grave dracula reaper muertos',
  pine: 'pine tree forest woods christmas xmas lumber robin woodcutter',
  leaf: 'leaf jungle bamboo rainforest amazon tarzan herb vine ginkgo maple reed corn',
  candy: 'candy sugar lollipop cake cookie chocolate donut cupcake jelly gummy caramel',
  melon: 'melon watermelon lemon lime citrus',
  grape: 'grape fruit juice banana pineapple coconut kiwi',
  snow: 'snow ice winter frost frozen santa arctic polar blizzard snowflake iceberg glacier snowman',
  rocket: 'rocket space alien cosmic cosmos jet aviator robot mars planet ufo astronaut orbit interstellar',
  trophy: 'trophy champion championship cup winner league medal',
  hourglass: 'hourglass time clock hour chronos',
  chilli: 'chilli chili chily pepper spicy taco mexican mexico fiesta salsa jalapeno pinata mariachi tequila',
  eye: 'eye oracle mystic prophecy illusion tarot gypsy',
  butterfly: 'fairy pixie',
  mushroom: 'mushroom gnome elf troll dwarf',
  pouch: 'pouch purse bag pack peddler',
  ingot: 'ingot bullion midas nugget mine miner goldmine',
  note: 'music song disco dj melody jazz guitar piano concert flute harp elvis violin',
  target: 'target arrow archer hunter sniper shooter bow',
  cactus: 'cactus western texas arizona ranch desperado desert',
  elephant: 'safari africa african savanna savannah serengeti india',
  horse: 'rodeo derby jockey',
  acorn: 'acorn walnut nut',
  key: 'key lock',
  bomb: 'bomb dynamite blast explosion cannon grenade',
  compass: 'compass map',
  mirror: 'mirror',
}

/** Words of rank, praise and season, used only when nothing else matches. */
const qualities: WordTable = {
  compass: 'expedition explorer quest',
  crown: 'king queen emperor empress prince monarch lord royal royale imperial noble majesty kingdom',
  gate: 'house home town village city street dynasty empire rome roman london paris korea seoul',
  ingot: 'gold golden bar fa cai fafafa 88 888',
  pouch: 'money cash bank rich riches wealth wealthy fortune caishen prosperity dollar wallet bonanza rush luck',
  clover: 'lucky',
  seven: 'jackpot classic retro vegas',
  flame: 'hot red burning sizzling blazing crimson',
  owl: 'night midnight dusk dark shadow',
  sun: 'day morning dawn summer',
  lotus: 'spring pink zen bloom',
  persimmon: 'autumn harvest farm market',
  snow: 'white cold',
  wave: 'blue deep splash',
  leaf: 'green wild nature',
  star: 'mega super ultimate shining bright wish',
  gem: 'hidden precious shiny',
  candy: 'sweet yummy',
  mask: 'happy crazy funny joy mad laugh smile',
  bolt: 'power mighty god titan electro',
  eye: 'magic magical enchanted secret mystery',
  trophy: 'great grand best win victory',
  sword: 'hero fury rage battle fight war',
  pine: 'adventure',
  book: 'lost forgotten ancient',
  fan: 'oriental asian asia china chinese japan tokyo lady beauty',
  drum: 'double twin beat',
  wheel: 'fast turbo speed spin',
  lantern: 'glow neon light festival feast',
  cloud: 'sky dream sleep flying heavenly rainbow',
  hourglass: 'forever eternal age',
  moon: 'silver',
}

const tiers = /* @__PURE__ */ [creatures, things, qualities].map(indexByWord)

/** Words that end the main part of a name: Rabbit | of the Moon. */
const separators = new Set(
  'of at in on to and the with from for by vs n under above over behind beside beyond or'.split(' '),
)

/**
 * The shape that an English name mentions. Living things take precedence over things, things over praise. Among equals
 * the last word of the main part wins (Snow Mountain is a mountain), else the first after it.
 *
 * @returns undefined when no word is known.
 */
export function shapeFromName(nameEn: string): ShapeName | undefined {
  const words =
    nameEn
      .toLowerCase()
      .replaceAll(/['’]s?\b/g, '')
      .replaceAll(/[&+:,–—]/g, ' and ')
      .match(/[a-z]+|\d+/g) ?? []
  const start = words[0] === 'the' ? 1 : 0
  const joint = words.findIndex((word, at) => at > start && separators.has(word))
  const inOrder =
    joint < 0 ? words.slice(start).reverse() : [...words.slice(start, joint).reverse(), ...words.slice(joint)]
  const forms = inOrder.flatMap(toSingularForms)
  for (const tier of tiers) {
    const known = forms.find((form) => tier.has(form))
    if (known) return tier.get(known)
  }
  return undefined
}

/** The word and its possible singular forms: stars, foxes, cherries, wolves. */
function toSingularForms(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y'), word.replace(/ves$/, 'f')]
}

function indexByWord(table: WordTable): Map<string, ShapeName> {
  const shapeByWord = new Map<string, ShapeName>()
  for (const [shape, words] of Object.entries(table) as [ShapeName, string][]) {
    for (const word of words.split(' ')) shapeByWord.set(word, shape)
  }
  return shapeByWord
}
