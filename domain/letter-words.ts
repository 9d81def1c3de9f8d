import type { PageLanguage } from './languages.ts'
import type { LetterCategory } from './notification.ts'

type Instructions = { online: string; before?: string; last: string; after: string; alt: string; offline: string; help: string }

export type LetterWords = {
  /** How to answer, by what the letter is about. An organisation cannot change it, because the pages work in this way. */
  instructions: (category: LetterCategory, lastDay: string, postDays: number) => Instructions
  address: string
  code: string
  scan: string
  call: (phone: string, hours: string) => string
  phone: string
  pageNumber: string
}

/** What every letter says besides its text. */
export const letterWords: Record<PageLanguage, LetterWords> = {
  en: {
    instructions: (category, lastDay, postDays) =>
      category === 'removal_approved'
        ? {
            online: 'If you still need the appointment',
            before: `Tell us by ${lastDay}. This day allows ${postDays} days for the post.`,
            last: 'Enter your date of birth. Then select “I still need the appointment”.',
            after: 'If you agree with our decision, you do not need to do anything. Do not share the code with anyone.',
            alt: 'QR code with the link to our decision. You can use the address and the code instead.',
            offline: 'If you cannot tell us online',
            help: 'Tell us if you still need the appointment. You will stay on the waiting list.',
          }
        : {
            online: 'How to answer online',
            last: 'Enter your date of birth. Then answer the questions.',
            after:
              'You can stop at any time. Your answers are saved, and the same code takes you back to them. Do not share the code with anyone.',
            alt: 'QR code with the link to your form. You can use the address and the code instead.',
            offline: 'If you cannot answer online',
            help: 'We’ll help you answer by phone or another way. If you have already sent your answers, you do not need to do anything.',
          },
    address: 'On a phone, tablet or computer, go to:',
    code: 'Enter this code:',
    scan: 'Or scan this QR code with your phone.',
    call: (phone, hours) => `Call us on ${phone}${hours && ` (${hours})`}.`,
    phone: 'Phone',
    pageNumber: 'Page {page} of {pages}',
  },
  // No translator has checked these Welsh words yet.
  cy: {
    instructions: (category, lastDay, postDays) =>
      category === 'removal_approved'
        ? {
            online: 'Os oes angen yr apwyntiad arnoch o hyd',
            before: `Dywedwch wrthym erbyn ${lastDay}. Mae’r dyddiad hwn yn caniatáu ${postDays} diwrnod ar gyfer y post.`,
            last: 'Rhowch eich dyddiad geni. Yna dewiswch “Mae angen yr apwyntiad arnaf o hyd”.',
            after: 'Os ydych yn cytuno â’n penderfyniad, nid oes angen i chi wneud dim. Peidiwch â rhannu’r cod â neb.',
            alt: 'Cod QR gyda’r ddolen i’n penderfyniad. Gallwch ddefnyddio’r cyfeiriad a’r cod yn lle hynny.',
            offline: 'Os na allwch ddweud wrthym ar-lein',
            help: 'Dywedwch wrthym os oes angen yr apwyntiad arnoch o hyd. Byddwch yn aros ar y rhestr aros.',
          }
        : {
            online: 'Sut i ateb ar-lein',
            last: 'Rhowch eich dyddiad geni. Yna atebwch y cwestiynau.',
            after:
              'Gallwch stopio unrhyw bryd. Caiff eich atebion eu cadw, ac mae’r un cod yn mynd â chi yn ôl atynt. Peidiwch â rhannu’r cod â neb.',
            alt: 'Cod QR gyda’r ddolen i’ch ffurflen. Gallwch ddefnyddio’r cyfeiriad a’r cod yn lle hynny.',
            offline: 'Os na allwch ateb ar-lein',
            help: 'Byddwn yn eich helpu i ateb dros y ffôn neu mewn ffordd arall. Os ydych eisoes wedi anfon eich atebion, nid oes angen i chi wneud dim.',
          },
    address: 'Ar ffôn, llechen neu gyfrifiadur, ewch i:',
    code: 'Rhowch y cod hwn:',
    scan: 'Neu sganiwch y cod QR hwn gyda’ch ffôn.',
    call: (phone, hours) => `Ffoniwch ni ar ${phone}${hours && ` (${hours})`}.`,
    phone: 'Ffôn',
    pageNumber: 'Tudalen {page} o {pages}',
  },
}
