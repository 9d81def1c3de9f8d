// No translator has checked these Welsh words yet.
import { welshAnswers } from '#domain/form/answer-words/cy.ts'

import type { PatientWords, RemovalText } from './en.ts'

const unknownOwner = 'y sefydliad a anfonodd y ffurflen atoch'
const longDay = new Intl.DateTimeFormat('cy', { dateStyle: 'long', timeZone: 'UTC' })

const emergency =
  'Os yw eich symptomau’n gwaethygu, cysylltwch â’ch meddyg teulu, defnyddiwch GIG 111 ar-lein neu ffoniwch 111. Mewn argyfwng, ffoniwch 999.'
const help = (owner: string | undefined) => `Os oes angen help arnoch, cysylltwch â ${owner ?? unknownOwner}.`

/** The fixed words of the patient pages in Welsh. */
export const welshWords: PatientWords = {
  answers: welshAnswers,
  questions: {
    notAnswered: 'Heb ei ateb',
    change: 'Newid',
    or: 'neu',
    selectAll: 'Dewiswch bopeth sy’n berthnasol.',
    select: 'Dewiswch opsiwn',
    error: 'Gwall:',
    optional: '(dewisol)',
  },
  frame: {
    error: 'Gwall: ',
    skip: 'Neidio i’r prif gynnwys',
    header: 'Ffurflenni cleifion',
    back: 'Yn ôl',
    language: 'Iaith',
    from: (owner) => (owner === undefined ? 'Mae’r dudalen hon yn rhan o ffurflen i gleifion.' : `Daw’r ffurflen hon gan ${owner}.`),
    doNotShare: 'Peidiwch â rhannu’r ddolen i’r dudalen hon â neb.',
    contact: (owner) => `Cysylltu â ${owner}`,
    phone: 'Ffôn:',
    address: 'Cyfeiriad:',
    web: 'Gwefan:',
    newTab: '(yn agor mewn tab newydd)',
    information: 'Am y gwasanaeth hwn',
    topics: { privacy: 'Hysbysiad preifatrwydd', accessibility: 'Datganiad hygyrchedd', cookies: 'Cwcis' },
  },
  errorSummary: { title: 'Mae problem' },
  code: {
    title: 'Rhowch y cod o’ch llythyr',
    hint: 'Mae gan y cod 12 llythyren a rhif, er enghraifft K7QM 2XWP 9RTD. Nid yw priflythrennau na bylchau’n bwysig.',
    error: 'Gwall:',
    continue: 'Parhau',
    about: 'Mae’r dudalen hon ar gyfer pobl sydd â llythyr â chod. Peidiwch â rhannu eich cod â neb.',
    errors: {
      missing: 'Rhowch y cod o’ch llythyr',
      unknown: 'Nid ydym yn adnabod y cod hwn. Gwiriwch y cod yn eich llythyr a rhowch gynnig arall arni',
    },
  },
  fromNhsApp: {
    title: 'Parhau i’ch ffurflen',
    signedIn: 'Rydych wedi mewngofnodi i Ap y GIG, felly nid oes angen i chi roi eich dyddiad geni.',
    continue: 'Parhau',
  },
  identity: {
    title: 'Beth yw eich dyddiad geni?',
    why: 'Rydym yn gofyn er mwyn sicrhau mai chi yn unig all weld y wybodaeth hon. Os ydych yn ateb ar ran rhywun arall, rhowch eu dyddiad geni nhw.',
    example: 'Er enghraifft, 27 3 1981',
    error: 'Gwall:',
    lock: 'Os rhowch y dyddiad anghywir 5 gwaith, byddwn yn cloi eich dolen neu’ch cod i gadw eich gwybodaeth yn ddiogel.',
    continue: 'Parhau',
    errors: {
      missing: 'Rhowch eich dyddiad geni',
      impossible: 'Rhaid i’r dyddiad geni fod yn ddyddiad go iawn, fel 27 3 1981',
      wrong: 'Nid yw’r dyddiad geni hwn yn cyfateb i’r un sydd gennym. Gwiriwch ef a rhowch gynnig arall arni',
    },
  },
  start: {
    saved: 'Caiff eich atebion eu cadw wrth i chi fynd ymlaen. Gallwch stopio unrhyw bryd a dod yn ôl gyda’r un ddolen neu god.',
    start: 'Dechrau',
  },
  questionPage: {
    progress: ({ number, total }) => `Cwestiwn ${number}${total === undefined ? '' : ` o ${total}`}`,
    saveAndContinue: 'Cadw a pharhau',
    continue: 'Parhau',
    leaveUnsaved: 'Dod yn ôl yn nes ymlaen heb gadw’r ateb hwn',
    saveAndLeave: 'Cadw a dod yn ôl yn nes ymlaen',
    changed: (saved) =>
      `Mae aelod o staff wedi newid yr ateb hwn ers i chi agor y dudalen. Yr ateb sydd wedi’i gadw nawr yw: ${saved ? `“${saved}”` : 'gwag'}. I gadw eich ateb chi yn ei le, dewiswch “Cadw a pharhau” eto`,
  },
  later: 'Dod yn ôl yn nes ymlaen',
  checkAnswers: {
    title: 'Gwiriwch eich atebion cyn eu hanfon',
    send: 'Anfon eich atebion',
    sentTo: (owner) => `Caiff eich atebion eu hanfon at ${owner ?? unknownOwner}. Ni allwch newid eich atebion ar ôl eu hanfon.`,
    changed: 'Nid yw eich atebion wedi’u hanfon, oherwydd bod rhai wedi newid ers i chi agor y dudalen hon. Gwiriwch eich atebion eto.',
    submit: 'Anfon fy atebion',
  },
  confirmation: {
    title: 'Mae eich atebion wedi’u hanfon',
    next: 'Beth sy’n digwydd nesaf',
    received: (owner) =>
      `Mae eich atebion wedi cyrraedd ${owner ?? unknownOwner}. Bydd staff yn cysylltu â chi os bydd angen unrhyw beth arall arnynt.`,
    copy: 'Cadw copi',
    download: 'Lawrlwytho copi o’ch atebion (PDF)',
    copyPrivate: 'Mae’r ffeil yn cynnwys eich atebion. Peidiwch â’i chadw ar ddyfais y mae pobl eraill yn ei defnyddio.',
    finishTitle: 'Pan fyddwch wedi gorffen',
    finish:
      'Nid oes angen i chi wneud dim arall. Os yw pobl eraill yn defnyddio’r ddyfais hon, dewiswch “Rwyf wedi gorffen” fel na all neb arall agor y dudalen hon.',
    finished: 'Rwyf wedi gorffen',
    contact: (owner) =>
      `Os bydd rhywbeth a ddywedoch wrthym yn newid, cysylltwch â ${owner ?? unknownOwner}. Os oes angen cymorth meddygol arnoch nawr, defnyddiwch GIG 111 ar-lein neu ffoniwch 111. Mewn argyfwng, ffoniwch 999.`,
  },
  removal: {
    submit: 'Mae angen yr apwyntiad arnaf o hyd',
    approved: (owner, until): RemovalText => ({
      title: 'A oes angen eich apwyntiad arnoch o hyd?',
      texts: [
        `O’ch atebion, rydym yn meddwl efallai nad oes angen yr apwyntiad arnoch. Mae aelod o staff yn ${owner ?? unknownOwner} wedi darllen eich atebion ac yn bwriadu eich tynnu oddi ar y rhestr aros.`,
        `Os oes angen yr apwyntiad arnoch o hyd, dewiswch “Mae angen yr apwyntiad arnaf o hyd” erbyn ${longDay.format(new Date(until))}. Byddwch yn aros ar y rhestr aros.`,
        'Os ydych yn cytuno â’r penderfyniad, nid oes angen i chi wneud dim.',
      ],
    }),
    changed_mind: (owner) => ({
      title: 'Rydych yn aros ar y rhestr aros',
      texts: [
        `Dywedoch wrthym fod angen yr apwyntiad arnoch o hyd. Mae eich ateb wedi cyrraedd ${owner ?? unknownOwner}, ac nid oes angen i chi wneud dim arall.`,
        emergency,
      ],
    }),
    withdrawn: (owner) => ({
      title: 'Rydych yn aros ar y rhestr aros',
      texts: [
        `Nid yw ${owner ?? unknownOwner} yn bwriadu eich tynnu oddi ar y rhestr aros mwyach. Nid oes angen i chi wneud dim.`,
        emergency,
      ],
    }),
    final: (owner) => ({
      title: 'Mae’r amser i ateb wedi mynd heibio',
      texts: [
        `Mae ${owner ?? unknownOwner} yn eich tynnu oddi ar y rhestr aros, neu wedi gwneud hyn yn barod.`,
        `Os oes angen yr apwyntiad arnoch o hyd, cysylltwch â ${owner ?? unknownOwner} neu’ch meddyg teulu. Gofynnwch am gael aros ar y rhestr aros, neu gael eich rhoi arni eto.`,
      ],
    }),
  },
  stopEmails: {
    from: (owner) => `Daw’r dudalen hon gan ${owner ?? unknownOwner}.`,
    ask: {
      title: 'Stopio e-byst am ffurflenni',
      text: (owner) =>
        `Os byddwch yn stopio e-byst, ni fydd ${owner ?? unknownOwner} yn anfon e-byst atoch am ffurflenni nac yn eich atgoffa drwy e-bost.`,
      care: 'Nid yw hyn yn newid eich gofal na’ch apwyntiadau. Efallai y byddwn yn dal i gysylltu â chi am ffurflenni mewn ffyrdd eraill.',
      submit: 'Stopio e-byst',
      undo: (owner) => `Os byddwch yn newid eich meddwl, cysylltwch â ${owner ?? unknownOwner} a gofynnwch am gael e-byst eto.`,
    },
    stopped: {
      phone: (phone, hours) => (hours ? `Ffoniwch ${phone}. Oriau agor: ${hours}.` : `Ffoniwch ${phone}.`),
      title: 'Rydych wedi stopio e-byst am ffurflenni',
      text: (owner) =>
        `Ni fydd ${owner ?? unknownOwner} yn anfon e-byst atoch am ffurflenni. Gall e-bost sydd eisoes ar ei ffordd ddal i gyrraedd.`,
      undo: 'Os byddwch yn newid eich meddwl',
      contact: (owner) => `Cysylltwch â ${owner ?? unknownOwner} a gofynnwch am gael e-byst eto.`,
    },
  },
  notice: {
    continue: 'Parhau',
    tryAgain: 'Rhoi cynnig arall arni',
    retained: 'Mae’r dudalen hon wedi cadw’r ateb rydych newydd ei roi. Arhoswch eiliad, yna dewiswch “Rhoi cynnig arall arni”.',
  },
  notices: {
    filled_in_by_staff: (owner) => ({
      title: 'Mae’r ffurflen hon wedi’i llenwi',
      texts: [
        'Llenwodd aelod o staff y ffurflen hon â’r atebion a roddwyd iddynt. Nid oes angen i chi wneud dim arall.',
        `Os na roesoch eich atebion i aelod o staff, cysylltwch â ${owner ?? unknownOwner}.`,
      ],
    }),
    already_sent: (owner) => ({
      title: 'Rydych eisoes wedi anfon y ffurflen hon',
      texts: ['Mae eich atebion gennym. Nid oes angen i chi wneud dim arall.', help(owner)],
    }),
    sent_in_error: (owner) => ({
      title: 'Anfonwyd y ffurflen hon drwy gamgymeriad',
      texts: ['Mae’n ddrwg gennym am y dryswch. Nid oes angen i chi wneud dim. Gallwch ddileu’r neges neu daflu’r llythyr.', help(owner)],
    }),
    closed: (owner) => ({
      title: 'Mae’r ffurflen hon wedi cau',
      texts: [
        'Os oes gennych neges neu lythyr mwy diweddar gennym am ffurflen, defnyddiwch y ddolen neu’r cod yn y neges neu’r llythyr mwy diweddar.',
        'Os nad oes gennych neges neu lythyr mwy diweddar, nid oes angen i chi wneud dim.',
        help(owner),
      ],
    }),
    expired: (owner) => ({
      title: 'Mae’r amser i lenwi’r ffurflen hon wedi mynd heibio',
      texts: [
        `Os hoffech ateb o hyd, cysylltwch â ${owner ?? unknownOwner} a gofynnwch am y ffurflen eto. Ni fydd eich gofal yn dod i ben am na wnaethoch ateb.`,
      ],
    }),
    locked: (owner) => ({
      title: 'Mae’r ddolen hon wedi’i chloi',
      texts: [
        'Rhoddwyd y dyddiad geni anghywir ormod o weithiau. I gadw eich gwybodaeth yn ddiogel, rydym wedi cloi eich dolen neu’ch cod.',
        `Cysylltwch â ${owner ?? unknownOwner} a gofynnwch iddynt ddatgloi eich dolen neu’ch cod. Caiff unrhyw atebion a gadwoch eu cadw.`,
      ],
    }),
    left: (owner) => ({
      title: 'Rydych wedi gadael y ffurflen',
      texts: [
        'Nid yw eich atebion wedi’u hanfon eto. Mae’r atebion a gadwoch yn dal wedi’u cadw.',
        'Ni ellir gweld eich atebion ar y ddyfais hon mwyach. I barhau, agorwch y ddolen yn eich neges neu rhowch y cod yn eich llythyr eto. Yna rhowch eich dyddiad geni.',
        help(owner),
      ],
    }),
    finished: (owner) => ({
      title: 'Rydych wedi gorffen',
      texts: ['Mae eich atebion wedi’u hanfon ac ni ellir eu gweld ar y ddyfais hon mwyach. Gallwch gau’r dudalen hon.', help(owner)],
    }),
    unknown_link: () => ({
      title: 'Nid yw’r ddolen hon yn gweithio',
      texts: [
        'Gwiriwch eich bod wedi agor y ddolen gyfan o’ch neges. Os teipioch hi, gwiriwch bob llythyren.',
        'Os nad yw’n gweithio o hyd, cysylltwch â’r sefydliad a anfonodd y neges atoch.',
      ],
    }),
    test_link: () => ({
      title: 'Daw’r ddolen hon o neges brawf',
      texts: ['Nid yw’n agor ffurflen. Mewn neges go iawn mae’r ddolen yn agor ffurflen un claf.'],
    }),
    cross_site_post: () => ({
      title: 'Roedd problem gyda’r dudalen honno',
      texts: ['Ni allem gadw eich ateb o’r dudalen honno. Mae eich atebion blaenorol wedi’u cadw, a gallwch barhau o’r man lle stopioch.'],
    }),
    too_many_tries: () => ({
      title: 'Arhoswch funud',
      texts: ['Agorwyd dolenni ormod o weithiau o’ch rhwydwaith. Arhoswch 1 funud, yna agorwch y ddolen yn eich neges eto.'],
    }),
    too_many_codes: () => ({
      title: 'Arhoswch 10 munud',
      texts: [
        'Rhoddwyd gormod o godau anghywir. Arhoswch 10 munud, yna rhowch y cod o’ch llythyr eto.',
        'Gallwch hefyd sganio’r cod QR yn eich llythyr â’ch ffôn, neu ffonio’r rhif ffôn yn eich llythyr.',
      ],
    }),
    moved: () => ({
      title: 'Mae’r ffurflen hon wedi symud i gyfeiriad newydd',
      texts: ['Mae’r atebion rydych wedi’u cadw yn ddiogel. Os oeddech yn rhoi ateb, rhowch ef eto yn y cyfeiriad newydd.'],
    }),
    unavailable: () => ({
      title: 'Mae’n ddrwg gennym, mae problem gyda’r gwasanaeth',
      texts: ['Rhowch gynnig arall arni ymhen ychydig funudau. Mae’r atebion rydych wedi’u cadw yn ddiogel.'],
    }),
  },
  information: { from: (owner) => `Daw’r dudalen hon gan ${owner ?? unknownOwner}.`, back: 'Mynd yn ôl' },
}
