import { firstNames as demoFirstNames, lastNames as demoLastNames } from '#database/demo/names.ts'
import type { Random } from '#database/demo/random.ts'
import { partsOfName } from '#domain/patient-search.ts'

export type Name = { text: string; key: string }

const common =
  'Smith Jones Williams Brown Taylor Davies Wilson Evans Thomas Johnson Roberts Walker Wright Robinson Thompson White Hughes Edwards Green Hall Wood Harris Lewis Martin Jackson Clarke Clark Turner Hill Scott Cooper Morris Ward Moore King Watson Baker Harrison Morgan Patel Young Allen Mitchell James Anderson Phillips Lee Bell Parker Davis Bennett Miller Cook Shaw Cox Marshall Collins Richardson Singh Khan Ali Begum Hussain Ahmed Kaur Mohammed Nowak Kowalski Wiśniewska Müller García Fernández Gonçalves Kovács Dvořák Öztürk Şahin Sørensen Jørgensen Łukaszewski Nguyễn Trần Okafor Adeyemi Mensah Osei Kamau Chen Wang Li Zhang Kim Park Tanaka MacDonald McKenzie McCarthy O’Neill O’Connor O’Sullivan Fitzgerald Byrne Walsh Kelly Murphy Ryan Doherty Gallagher'.split(
    ' ',
  )
const heads =
  'Ash Black Brad Brain Brook Burn Carl Chat Chester Cold Cran Crow Dal Dun East Elder Fair Fern Ford Glad Gold Grand Green Had Hamp Hart Hawk Hazel Heath High Hol Hunt Kings Lang Lang Linden Long Mal Marl Mill Moor Nether New North Oak Old Over Park Pem Pen Pres Queens Red Rich Rock Rose Rother Rush Ruther Sand Shel Sher Sil South Stan Stoke Strat Sutton Thorn Thurl Tre Up Wake Walt War Wat Wels West Wether Whit Wild Win Wood Worth Wyn'.split(
    ' ',
  )
const tails =
  'acre beck bourne bridge brook burn bury by cliffe combe cote croft dale den don ell ersley field fold ford gate grave greave ham hampton head hill holme hope house hurst ing ington land law leigh ley low man mere mond more mouth ness pool ridge sall sett shaw shore side stead stock stoke stone stow street thorpe ton tree vale wade water way well wick wood worth yard'.split(
    ' ',
  )
const given =
  'Aaliyah Abigail Adam Adrián Aisha Alan Alice Amina Amy Andrew Angela Anita Anna Anthony Ava Barbara Ben Bethan Brian Bronwen Carol Catherine Charlotte Christopher Claire Colin Daisy David Deborah Derek Diana Donald Eileen Eleanor Elizabeth Ella Emily Emma Ethan Evelyn Faith Freya Gareth Gary Gillian Gwen Harriet Heather Helen Henry Ian Isla Jack Jacob James Jane Janet Jean Jennifer Joan João John José Joseph Joyce Judith Julia Karen Keith Kevin Kim Laura Lewis Lily Linda Lucy Luke Małgorzata Mark Martin Mary Matthew Megan Michael Mohammad Muhammad Nasreen Nia Nicola Nigel Oscar Pamela Patricia Paul Pauline Peter Philip Poppy Rachel Rebecca Richard Robert Roger Ronald Rosemary Sadia Samuel Sandra Sarah Sharon Sheila Shirley Simon Sophie Stephen Susan Thomas Tracey Valerie Veronica Vivek William Yusuf Zoë Zofia'.split(
    ' ',
  )

/** Some twenty thousand surnames, the commonest first: written with accents, apostrophes and hyphens as people write them. */
const lastTexts = [
  ...new Set([
    ...common,
    ...demoLastNames,
    ...heads.flatMap((head) => tails.map((tail) => head + tail)),
    ...heads.flatMap((head, at) => tails.flatMap((tail, by) => ((at + by) % 4 === 0 ? [`Mc${head}${tail}`] : []))),
    ...common.flatMap((one, at) => heads.map((head, by) => `${one}-${head}${tails[(at * 7 + by) % tails.length]}`)),
  ]),
]
const firstTexts = [
  ...new Set([
    ...given,
    ...demoFirstNames.female,
    ...demoFirstNames.male,
    ...given.flatMap((one, at) => given.filter((_, by) => (at * 31 + by) % 17 === 0).map((other) => `${one}-${other}`)),
  ]),
]

const withKey = (text: string): Name => ({ text, key: partsOfName(text).join('-') })
const lastNames = lastTexts.map(withKey)
const firstNames = firstTexts.map(withKey)

/** As names are spread: the commonest surname is about one in a hundred, the rarest a handful in a million. */
const skewed = (random: Random, count: number, flatness: number) =>
  Math.min(count - 1, Math.floor(flatness * ((1 + count / flatness) ** random.next() - 1)))

export const pickLastName = (random: Random) => lastNames[skewed(random, lastNames.length, 15)]!
export const pickFirstName = (random: Random) => firstNames[skewed(random, firstNames.length, 25)]!
/** The first of a list are taken oftener than the last. */
export const pickSkewed = <T>(random: Random, from: readonly T[], flatness = from.length / 6) =>
  from[skewed(random, from.length, flatness)]!
