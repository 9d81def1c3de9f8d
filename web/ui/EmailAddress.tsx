/** Breaks after the @ where a line has no room for it whole. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
