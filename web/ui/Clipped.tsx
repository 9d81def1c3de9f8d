/** One line of text in a table. Text that is too long for its column is shortened, but complete for screen readers and in the tooltip. `fill`: as wide as its column. */
export const Clipped = ({ text, size, title = text }: { text: string; size: 'md' | 'lg' | 'fill'; title?: string }) => (
  <span className={`clip clip--${size}`} title={title}>
    {text}
  </span>
)
