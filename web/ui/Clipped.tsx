/** One line of text in a table. Text that is too long for its column is shortened, but complete for screen readers and in the tooltip. */
export const Clipped = ({ text, size }: { text: string; size: 'sm' | 'md' | 'lg' }) => (
  <span className={`clip clip--${size}`} title={text}>
    {text}
  </span>
)
