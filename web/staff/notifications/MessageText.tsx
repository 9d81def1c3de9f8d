const address = /(https?:\/\/[^\s<>"']+)/

/** A message's words with its links alive. They open beside the staff app: behind them one is a patient. */
export const MessageText = ({ text }: { text: string }) => (
  <p className="message-text">
    {text.split(address).map((part, index) =>
      address.test(part) ? (
        <a key={index} href={part} target="_blank" rel="noopener noreferrer">
          {part}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
