export function withLock<Result>(file: string, work: () => Promise<Result> | Result, onWait?: () => void): Promise<Result>
