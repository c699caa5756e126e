/** Trusted Types, where the browser has them. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: {createScriptURL(url: string): string},
      ): {createScriptURL(url: string): string};
    }
  | undefined;
