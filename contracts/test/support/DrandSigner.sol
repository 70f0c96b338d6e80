// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bls} from "../../src/Bls.sol";

/// A drand network for tests: signs any round with its own key, using the precompiles of EIP-2537.
contract DrandSigner {
    uint256 private constant P_HIGH = 0x1a0111ea397fe69a4b1ba7b6434bacd7;
    uint256 private constant P_LOW = 0x64774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab;
    uint256 private constant HALF_HIGH = 0x0d0088f51cbff34d258dd3db21a5d66b;
    uint256 private constant HALF_LOW = 0xb23ba5c279c2895fb39869507b587b120f55ffff58a9ffffdcff7fffffffd555;
    bytes private constant G2_GENERATOR =
        hex"00000000000000000000000000000000024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
        hex"0000000000000000000000000000000013e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
        hex"000000000000000000000000000000000ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"
        hex"000000000000000000000000000000000606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be";

    uint256 public immutable secret;

    constructor(uint256 secret_) {
        secret = secret_;
    }

    function publicKey() external view returns (bytes memory key) {
        (, key) = address(0x0e).staticcall(bytes.concat(G2_GENERATOR, bytes32(secret)));
    }

    function sign(uint64 beaconRound) public view returns (bytes memory) {
        (uint256 xHigh, uint256 xLow, uint256 yHigh, uint256 yLow) = pointOf(beaconRound);
        bool isLarger = yHigh > HALF_HIGH || (yHigh == HALF_HIGH && yLow > HALF_LOW);
        return encode(isLarger ? 0xa0 : 0x80, xHigh, xLow);
    }

    /// x and y, 48 bytes each.
    function signUncompressed(uint64 beaconRound) external view returns (bytes memory) {
        (uint256 xHigh, uint256 xLow, uint256 yHigh, uint256 yLow) = pointOf(beaconRound);
        return abi.encodePacked(uint128(xHigh), xLow, uint128(yHigh), yLow);
    }

    /// The other encoding of the same point, with x + p for x; empty when it does not fit.
    function signBeyondField(uint64 beaconRound) external view returns (bytes memory) {
        (uint256 xHigh, uint256 xLow,,) = pointOf(beaconRound);
        unchecked {
            xLow += P_LOW;
            xHigh += P_HIGH + (xLow < P_LOW ? 1 : 0);
        }
        if (xHigh >> 125 != 0) return "";
        return encode(uint8(sign(beaconRound)[0]) & 0xe0, xHigh, xLow);
    }

    function encode(uint8 flags, uint256 xHigh, uint256 xLow) public pure returns (bytes memory) {
        return abi.encodePacked(uint128(uint256(flags) << 120 | xHigh), xLow);
    }

    function pointOf(uint64 beaconRound)
        public
        view
        returns (uint256 xHigh, uint256 xLow, uint256 yHigh, uint256 yLow)
    {
        bytes memory hashed = Bls.hashToPoint(abi.encodePacked(sha256(abi.encodePacked(beaconRound))));
        (, bytes memory point) = address(0x0c).staticcall(bytes.concat(hashed, bytes32(secret)));
        return abi.decode(point, (uint256, uint256, uint256, uint256));
    }
}
