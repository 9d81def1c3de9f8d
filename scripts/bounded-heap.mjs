/**
 * The environment of a server process. Left alone, V8 lets what nobody needs any more lie until a large machine's memory is used up: twice the memory for
 * the same work (bench/RESULTS.md). Whoever sets NODE_OPTIONS has the last word. Sizes are in MB.
 */
export const withBoundedHeap = (environment) => ({
  ...environment,
  NODE_OPTIONS: ['--max-old-space-size=1024', '--max-semi-space-size=8', environment.NODE_OPTIONS].filter(Boolean).join(' '),
})
