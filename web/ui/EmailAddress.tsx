/** An email address that wraps after the @ when the line is too short. */
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
