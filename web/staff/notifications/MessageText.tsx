import { previewWords } from './words.ts'

const address = /(https?:\/\/[^\s<>"']+)/

/** The text of a message with working links. They open in a new tab, because they lead to the patient pages. */
export const MessageText = ({ text }: { text: string }) => (
  <p className="message-text">
    {text.split(address).map((part, index) =>
      address.test(part) ? (
        <a key={index} href={part} target="_blank" rel="noopener noreferrer">
          {part}
          <span className="visually-hidden">{previewWords.opensInNewTab}</span>
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
