// dependency-cruiser and @hey-api/openapi-ts use the classic compiler API, which TypeScript 7 does not have: with 7 alone the
// first one passes over .ts files, or guesses at them with a parser of JavaScript, and is green. Preloaded (node --import),
// this module hands them the package typescript6 instead.
import { registerHooks } from 'node:module';
import 'typescript6'; // not installed: fail here, aloud

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier.replace(/^typescript(?=$|\/)/, 'typescript6'), context),
});
