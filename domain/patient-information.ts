/** The pages with information that every patient page links to (PTN-7). */
export const informationTopics = ['privacy', 'accessibility', 'cookies'] as const
export type InformationTopic = (typeof informationTopics)[number]

/** The settings of an organisation that these pages show. Empty: not given. */
export type InformationSettings = {
  name: string
  contactPhone: string
  contactHours: string
  contactAddress: string
  contactWeb: string
  dataController: string
  dataProtectionContact: string
  privacyNotice: string
  accessibilityStatement: string
}

/** How long a device stays signed in to a form, in hours. */
export const patientSessionHours = 20

/** The address of an organisation's own page, if its text is nothing else. */
export function ownPage(topic: InformationTopic, organisation: InformationSettings): string | undefined {
  const own = ownText(topic, organisation).trim()
  return /^https:\/\/\S+$/.test(own) && URL.canParse(own) ? own : undefined
}

/** The text of a page, as `textBlocks` reads it: the organisation's own, or the standard text. No organisation: its name is not known. */
export function informationText(topic: InformationTopic, organisation: InformationSettings | undefined): string {
  const own = organisation && ownText(topic, organisation)
  return own?.trim() ? own : standardTexts[topic](organisation)
}

const ownText = (topic: InformationTopic, { privacyNotice, accessibilityStatement }: InformationSettings) =>
  ({ privacy: privacyNotice, accessibility: accessibilityStatement, cookies: '' })[topic]

const unknownSender = 'the organisation that sent you the form'

export const standardTexts: Record<InformationTopic, (organisation: InformationSettings | undefined) => string> = {
  privacy: (organisation) => {
    const name = organisation?.name ?? unknownSender
    const controller = organisation?.dataController || name
    return joined(
      `This notice explains how ${name} uses the information in online patient forms.`,
      '# Who is responsible for your information',
      `${sentenceStart(controller)} is the data controller. This means it decides how your information is used and must keep it safe.`,
      organisation?.dataProtectionContact && `You can contact the data protection officer:\n${organisation.dataProtectionContact}`,
      !organisation?.dataProtectionContact && `To reach the data protection officer, contact ${name}.`,
      '# What we collect',
      [
        '- your answers to the questions in the form',
        '- when you open the form, save answers and send them',
        '- your date of birth when you enter it, to check that the form is opened by the right person',
      ].join('\n'),
      'We already hold your name, date of birth, NHS number and contact details, so that we can send you the form.',
      '# Why we use it',
      'We use your answers to plan and provide your care. Staff who look after you, or who manage appointments and waiting lists, can read them. Staff can also use numbers that do not identify anyone to improve the service.',
      'The law allows this because it is needed to provide health care and is a task in the public interest: Article 6(1)(e) and Article 9(2)(h) of the UK General Data Protection Regulation.',
      '# Who we share it with',
      'The companies that run this service and deliver our messages work for us under contract. They may use your information only for that work. We do not sell your information, and we do not use it for advertising.',
      '# How long we keep it',
      'Your answers are part of your health record. We keep them for as long as the NHS Records Management Code of Practice says. Answers that you save but do not send are kept with the form, and staff may see them if they help you to fill in the form.',
      '# Your rights',
      'You can ask for a copy of your information, ask us to correct it, and object to how we use it. You do not have to use the online form. You can ask to answer in another way.',
      `Contact ${name} first if you are not happy with how we use your information. You can also complain to the Information Commissioner’s Office at https://ico.org.uk/make-a-complaint or on 0303 123 1113.`,
      contactSection(organisation),
    )
  },
  accessibility: (organisation) => {
    const name = organisation?.name ?? unknownSender
    return joined(
      `This statement is about the online form pages that ${name} sends to patients. We want as many people as possible to be able to use them.`,
      '# What you can do on these pages',
      [
        '- change colours, contrast and fonts with the settings of your browser or device',
        '- zoom in up to 400% without the text spilling off the screen',
        '- use every page with only a keyboard or with speech recognition software',
        '- listen to every page with a screen reader',
        '- use every page without JavaScript',
        '- stop at any time and continue later: your answers are saved on each page',
      ].join('\n'),
      '# How accessible these pages are',
      'The pages are built to meet the Web Content Accessibility Guidelines (WCAG) version 2.2 at level AA. Every page is tested automatically with axe-core, with the keyboard alone, and at a width of 320 pixels. The pages have not been audited by an independent organisation.',
      'We do not know of any part that is not accessible. The wording of questions is written by each organisation.',
      '# If you need the form in another way',
      `Contact ${name} if you need the form on paper, in large print, in easy read or in another language, or if you want to answer by phone.`,
      '# Reporting a problem',
      `Tell ${name} if you find a problem that is not listed here.`,
      'If you are not happy with our response, contact the Equality Advisory and Support Service at https://www.equalityadvisoryservice.com. The Equality and Human Rights Commission enforces the Public Sector Bodies (Websites and Mobile Applications) (No. 2) Accessibility Regulations 2018.',
      contactSection(organisation),
    )
  },
  cookies: () =>
    joined(
      'Cookies are small files that a website saves on your phone, tablet or computer.',
      '# The cookies that we use',
      'We use 2 cookies. They are strictly necessary for what you ask for, so we do not ask for your consent.',
      [
        '- Name: patient',
        '- Purpose: remembers that the right date of birth was entered on this device, so that you can move between the questions',
        `- Ends: when you select “Come back later” or “I have finished”, or close your browser, and after ${patientSessionHours} hours at the latest`,
      ].join('\n'),
      'This cookie is set only after you enter your date of birth. It contains a random code and no information about you.',
      ['- Name: language', '- Purpose: remembers the language that you chose', '- Ends: when you close your browser'].join('\n'),
      'This cookie is set only when you choose a language. It contains the name of the language.',
      '# What we do not use',
      'We do not use cookies to count visits or to advertise. No other company sets cookies on these pages.',
    ),
}

function contactSection(organisation: InformationSettings | undefined) {
  if (!organisation) return ''
  const { name, contactPhone, contactHours, contactAddress, contactWeb } = organisation
  const lines = [
    name,
    contactPhone && `Phone: ${contactPhone}${contactHours && ` (${contactHours})`}`,
    contactAddress && `Address: ${contactAddress.split(/\s*\r?\n\s*/).join(', ')}`,
    contactWeb && `Web: ${contactWeb}`,
  ]
  return `# How to contact us\n\n${lines.filter(Boolean).join('\n')}`
}

const joined = (...paragraphs: (string | false | undefined)[]) => paragraphs.filter(Boolean).join('\n\n')

const sentenceStart = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
