/** One line that stands for everything signed until a moment: `<microseconds>/<organisation or all>/<sum>`. */
type Digest = { until: string; scope: string; sum: string }

export const digestText = ({ until, scope, sum }: Digest) => `${until}/${scope}/${sum}`

/** Finds a digest in a text, such as a kept output of the command. */
export function readDigest(text: string): Digest {
  const [, until, scope, sum] = /(\d{15,17})\/([0-9a-f-]{36}|all)\/([\w-]{43})/.exec(text) ?? []
  if (!until || !scope || !sum) throw new Error('That holds no digest of an audit log')
  return { until, scope, sum }
}
