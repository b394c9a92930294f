import { apple } from './presets/apple.ts';
import { azure } from './presets/azure.ts';
import { bitbucket } from './presets/bitbucket.ts';
import { discord } from './presets/discord.ts';
import { facebook } from './presets/facebook.ts';
import { figma } from './presets/figma.ts';
import { fly } from './presets/fly.ts';
import { github } from './presets/github.ts';
import { gitlab } from './presets/gitlab.ts';
import { google } from './presets/google.ts';
import { kakao } from './presets/kakao.ts';
import { keycloak } from './presets/keycloak.ts';
import { linkedinOidc } from './presets/linkedin-oidc.ts';
import { notion } from './presets/notion.ts';
import { slackOidc } from './presets/slack-oidc.ts';
import { snapchat } from './presets/snapchat.ts';
import { spotify } from './presets/spotify.ts';
import { twitch } from './presets/twitch.ts';
import { workos } from './presets/workos.ts';
import { x } from './presets/x.ts';
import { zoom } from './presets/zoom.ts';
import type { ProviderKind } from './provider.ts';

/** The providers that need only a client id and secret, under their names in config.toml. */
export const presets: ReadonlyMap<string, ProviderKind> = new Map(
  Object.entries({
    apple,
    azure,
    bitbucket,
    discord,
    facebook,
    figma,
    fly,
    github,
    gitlab,
    google,
    kakao,
    keycloak,
    linkedin_oidc: linkedinOidc,
    notion,
    slack_oidc: slackOidc,
    snapchat,
    spotify,
    twitch,
    workos,
    x,
    zoom,
  }),
);
