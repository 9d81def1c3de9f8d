import { renderToStaticMarkup } from 'react-dom/server'

import type { PatientPage } from '#contract/pages.ts'

import { CheckAnswers } from './CheckAnswers.tsx'
import { Confirmation } from './Confirmation.tsx'
import { Identity } from './Identity.tsx'
import { Notice } from './Notice.tsx'
import { QuestionPage } from './QuestionPage.tsx'
import { Start } from './Start.tsx'

function page(page: PatientPage) {
  switch (page.kind) {
    case 'identity':
      return <Identity {...page} />
    case 'start':
      return <Start {...page} />
    case 'question':
      return <QuestionPage {...page} />
    case 'check-answers':
      return <CheckAnswers {...page} />
    case 'confirmation':
      return <Confirmation {...page} />
    case 'notice':
      return <Notice {...page} />
  }
}

/** The pages behind a patient's link, as the server sends them: whole, and without any script. */
export const render = (given: PatientPage) => `<!doctype html>${renderToStaticMarkup(page(given))}`
