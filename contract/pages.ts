/** The one door between the server and the pages it renders itself: what a page is given, and what comes back (HTML, whole). */
export type PageRenderer<Page> = (page: Page) => string

/** What a module of server-rendered pages exports. */
export type Pages<Page> = { render: PageRenderer<Page> }

export type DemoAccount = { label: string; emailAddress: string; password: string }

export type SignInPage =
  | { kind: 'sign-in'; action: string; emailAddress: string; refusal: string | undefined; demoAccounts: DemoAccount[] }
  | { kind: 'cannot-sign-in'; title: string; words: string; home: string }
