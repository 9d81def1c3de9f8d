// No translator has checked these Welsh words yet.
import type { LetterCategory, MessageMethod, NotificationCategory } from '#domain/notification.ts'
import type { MessageWords } from '#domain/template-languages.ts'

// Only letters of the GSM alphabet, which has no ŵ, ŷ or â: a text message with one of them holds less than half as many characters.
const sms = {
  request_created: { subject: '', body: '((organisationName)): llenwch "((formTitle))". ((link))' },
  request_reminder: { subject: '', body: '((organisationName)): cofiwch lenwi "((formTitle))". ((link))' },
  removal_approved: { subject: '', body: '((organisationName)): ein hateb i "((formTitle))". ((link))' },
} satisfies Record<NotificationCategory, MessageWords>

const linkAndEnding = (message: string) => `Agorwch y ffurflen:
((link))

Mae’r ddolen yn agor y wefan a ddefnyddiwn ar gyfer ffurflenni cleifion. Llenwch y ffurflen erbyn ((expiryDate)).

Byddwn yn gofyn am eich dyddiad geni yn gyntaf, fel mai chi yn unig all agor y ffurflen. Gallwch stopio unrhyw bryd. Caiff eich atebion eu cadw, ac mae’r un ddolen yn mynd â chi yn ôl atynt.

Peidiwch â rhannu’r ddolen. Os nad ydych yn siŵr bod ${message} gennym ni, cysylltwch â ni gan ddefnyddio’r manylion ar ein gwefan.

Os na allwch lenwi’r ffurflen ar-lein, cysylltwch â ni a byddwn yn eich helpu mewn ffordd arall.

Diolch
((organisationName))`

const long = (method: 'email' | 'nhs_app') => {
  const message = method === 'email' ? 'yr e-bost hwn' : 'y neges hon'
  const subject = (text: string) => (method === 'email' ? text : '')
  return {
    request_created: {
      subject: subject('((organisationName)): llenwch "((formTitle))"'),
      body: `Helo ((firstName))

Hoffai ((organisationName)) i chi lenwi’r ffurflen "((formTitle))". Mae eich atebion yn ein helpu i gynllunio eich gofal.

${linkAndEnding(message)}`,
    },
    request_reminder: {
      subject: subject('Nodyn atgoffa gan ((organisationName)): llenwch "((formTitle))"'),
      body: `Helo ((firstName))

Mae’r neges hon gan ((organisationName)) yn eich atgoffa i lenwi’r ffurflen "((formTitle))". Os ydych eisoes wedi anfon eich atebion, nid oes angen i chi wneud dim.

${linkAndEnding(message)}`,
    },
    removal_approved: {
      subject: subject('((organisationName)): eich lle ar ein rhestr aros'),
      body: `Helo ((firstName))

Diolch am eich atebion i’r ffurflen "((formTitle))". O’ch atebion, rydym yn meddwl efallai nad oes angen yr apwyntiad arnoch. Mae aelod o’n staff wedi darllen eich atebion ac yn bwriadu eich tynnu oddi ar ein rhestr aros.

Os oes angen yr apwyntiad arnoch o hyd, dywedwch wrthym erbyn ((expiryDate)):
((link))

Dewiswch "Mae angen yr apwyntiad arnaf o hyd" ar y dudalen, a byddwch yn aros ar y rhestr aros. Byddwn yn gofyn am eich dyddiad geni yn gyntaf, fel mai chi yn unig all weld y dudalen. Os ydych yn cytuno â’n penderfyniad, nid oes angen i chi wneud dim.

Peidiwch â rhannu’r ddolen. Os nad ydych yn siŵr bod ${message} gennym ni, cysylltwch â ni gan ddefnyddio’r manylion ar ein gwefan.

Diolch
((organisationName))`,
    },
  } satisfies Record<NotificationCategory, MessageWords>
}

const letter = {
  request_created: {
    subject: 'Llenwch ffurflen, os gwelwch yn dda',
    body: `Annwyl ((fullName))

Hoffai ((organisationName)) i chi lenwi’r ffurflen "((formTitle))". Mae eich atebion yn ein helpu i gynllunio eich gofal. Rydym yn ysgrifennu atoch gan na allem eich cyrraedd mewn ffordd arall.

Atebwch erbyn ((expiryDate)).

Diolch
((organisationName))`,
  },
  removal_approved: {
    subject: 'Eich lle ar ein rhestr aros',
    body: `Annwyl ((fullName))

Diolch am eich atebion i’r ffurflen "((formTitle))". O’ch atebion, rydym yn meddwl efallai nad oes angen yr apwyntiad arnoch. Mae aelod o’n staff wedi darllen eich atebion ac yn bwriadu eich tynnu oddi ar ein rhestr aros. Rydym yn ysgrifennu atoch gan na allem eich cyrraedd mewn ffordd arall.

Diolch
((organisationName))`,
  },
} satisfies Record<LetterCategory, MessageWords>

/** The default messages and letters in Welsh. */
export const welshDefaults: Record<MessageMethod, Partial<Record<NotificationCategory, MessageWords>>> = {
  sms,
  email: long('email'),
  nhs_app: long('nhs_app'),
  letter,
}
