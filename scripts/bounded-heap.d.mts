export function withBoundedHeap(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv
