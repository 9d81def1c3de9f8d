declare module '*.css'
declare module '*.scss'
declare module '*.scss?url' {
  const url: string
  export default url
}
declare module '*.svg?url' {
  const url: string
  export default url
}
