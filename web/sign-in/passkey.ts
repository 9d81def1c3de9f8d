import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

import { passkeyNotUsed } from './passkey-words.ts'

/** Shows the passkey forms in a browser with WebAuthn. A form is submitted with the credential that the authenticator returns. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (!browserSupportsWebAuthn()) continue
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void ask(form)
  })
}

async function ask(form: HTMLFormElement) {
  const refusal = form.querySelector<HTMLElement>('[data-refusal]')
  const answer = form.querySelector<HTMLInputElement>('input[name=credential]')
  if (!refusal || !answer) return
  refusal.textContent = ''
  try {
    answer.value = JSON.stringify(await answerTo(form.dataset))
  } catch {
    // Cancelled, refused or timed out. The browser has already shown why.
    refusal.textContent = passkeyNotUsed
    return
  }
  form.submit()
}

function answerTo({ passkey, question = '' }: DOMStringMap) {
  const asked: unknown = JSON.parse(question) // the server wrote it into this page
  return passkey === 'create'
    ? startRegistration({ optionsJSON: asked as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: asked as PublicKeyCredentialRequestOptionsJSON })
}
