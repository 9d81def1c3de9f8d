import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Lets a browser that knows passkeys use one: its form, hidden until now, asks the authenticator first and is sent with the answer. */
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
    // Taken away, refused or timed out: the browser has told the person, and the other ways stay open.
    refusal.textContent = 'No passkey was used. Try again, or use another way.'
    return
  }
  form.submit()
}

function answerTo({ passkey, question = '' }: DOMStringMap) {
  const asked: unknown = JSON.parse(question) // written by the server into this very page
  return passkey === 'create'
    ? startRegistration({ optionsJSON: asked as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: asked as PublicKeyCredentialRequestOptionsJSON })
}
